/** What stays of an erased person in orders: amounts, states and times, which the other side and the books need. */
import { eq, sql } from 'drizzle-orm';

import { orderPhotos } from '#db/tables/orders.ts';
import { type ErasedPerson, withoutMentions } from '#server/platform/personal-data.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';

/** Their own words and photos go; in those of the other side they are not named any more. */
export async function eraseOrders(tx: Transaction, person: ErasedPerson): Promise<void> {
  const { id } = person;
  const theirs = sql`select id from orders where (buyer_id = ${id} or seller_id = ${id})`;
  await tx.execute(sql`update orders set tracking_number = null, return_tracking_number = null,
      code_hash = null, code_sealed = null,
      parcel_address = case when buyer_id = ${id} then null else parcel_address end,
      problem_text = case when buyer_id = ${id} then null else ${withoutMentions(sql`problem_text`, person)} end
    where (buyer_id = ${id} or seller_id = ${id})`);
  await tx.execute(sql`update order_statements
    set text = case when person_id = ${id} then null else ${withoutMentions(sql`text`, person)} end
    where text is not null and order_id in (${theirs})`);
  await tx.execute(sql`update order_log
    set detail = case when actor = ${id} then null else ${withoutMentions(sql`detail`, person)} end
    where detail is not null and order_id in (${theirs})`);
  const photos = await tx
    .delete(orderPhotos)
    .where(eq(orderPhotos.ownerId, id))
    .returning({ file: orderPhotos.file });
  for (const { file } of photos) person.removeFile(file);
}
