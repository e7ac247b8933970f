import { asc, eq, sql } from 'drizzle-orm';

import { orderPhotos } from '#db/tables/orders.ts';
import { type PersonalData, type ErasedPerson, withoutMentions } from '#server/platform/personal-data.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { isOpen } from './repository.ts';

export const orderData: PersonalData = {
  name: 'orders',
  title: 'Orders',
  kinds: [
    {
      what: 'What you bought and sold, for how much, with which fee, and what happened when.',
      why: 'It is the contract between buyer and seller, and the law on accounting requires it.',
      howLong: 'As long as the law on accounting requires, without your name once your account is erased.',
      columns: {
        orders:
          'buyer_id seller_id product_id amount_cents state fee_percent fee_fixed_cents vat_percent fee_cents vat_cents made_good_cents corrections refunded_cents delivery sent_at delivered_at return_sent_at checked problem buyer_has_phone is_answered is_with_admin offer_id offer_by offer_kind offer_cents wrong_codes cancel_asked_by reminders is_adopted listed_again_as ended_at created_at updated_at',
        order_log: 'order_id kind role actor at',
        order_statements: 'order_id role person_id kind offer_kind offer_cents at',
      },
    },
    {
      what: 'The address for a parcel, its tracking numbers, and the code of the hand-over.',
      why: 'To get the phone from one to the other.',
      howLong: 'The code until the hand-over, the others until your account is erased.',
      columns: {
        orders:
          'parcel_address carrier tracking_number return_carrier return_tracking_number code_hash code_sealed code_locked_until',
      },
    },
    {
      what: 'What you write and show when something went wrong with an order.',
      why: 'So that the other side can answer, and staff can decide.',
      howLong: 'Until your account is erased.',
      columns: {
        orders: 'problem_text',
        order_log: 'detail',
        order_statements: 'text',
        order_photos: 'order_id owner_id statement_id file preview created_at',
      },
    },
  ],
  impersonal: {
    orders: 'id due_at cancel_due_at remind_at',
    order_log: 'id position',
    order_statements: 'id',
    order_photos: 'id place width height',
  },
  exportOf: (personId) => ({
    bought: sql`select ${ofBoth}, problem, problem_text, sellers.name as seller, listing ->> 'phone' as seller_phone
        from orders join bookings using (id) join users as sellers on sellers.id = seller_id
        where orders.buyer_id = ${personId} order by orders.id`,
    sold: sql`select ${ofBoth}, problem, problem_text, fee_cents, vat_cents, buyers.name as buyer, phone as buyer_phone
        from orders join bookings using (id) join users as buyers on buyers.id = orders.buyer_id
        where seller_id = ${personId} order by orders.id`,
    steps: sql`select order_id, kind, order_log.role, detail, at from order_log join orders on orders.id = order_id
        where (buyer_id = ${personId} or seller_id = ${personId}) order by order_id, position`,
    statements: sql`select order_id, role, kind, text, order_statements.offer_kind, order_statements.offer_cents, at
        from order_statements join orders on orders.id = order_id
        where (buyer_id = ${personId} or seller_id = ${personId}) order by order_id, order_statements.id`,
  }),
  picturesOf: async (db, personId) => {
    const rows = await db
      .select({ id: orderPhotos.id, file: orderPhotos.file })
      .from(orderPhotos)
      .where(eq(orderPhotos.ownerId, personId))
      .orderBy(asc(orderPhotos.id));
    return rows.map(({ id, file }) => ({ name: `order-${id}`, file }));
  },
  holdsBack: async (db, personId) => {
    const { rows } = await db.execute<{ id: string; model: string }>(sql`
      select orders.id, listing ->> 'model' as model from orders join bookings using (id)
      where ${isOpen} and (orders.buyer_id = ${personId} or seller_id = ${personId})
      order by orders.id`);
    return rows.map(({ id, model }) => ({
      what: `The order of the ${model}`,
      path: `/dashboard/order/${id}`,
    }));
  },
  namesOf: async (db, personId) => {
    const { rows } = await db.execute<{ parcel_address: string }>(sql`
      select distinct parcel_address from orders where buyer_id = ${personId} and parcel_address is not null`);
    return rows.map(({ parcel_address: address }) => address);
  },
  erase: eraseOrders,
};

/** The columns of an order that both its buyer and its seller see. */
const ofBoth = sql`orders.id, listing ->> 'model' as model, orders.amount_cents, orders.refunded_cents, orders.state,
  delivery, user_location as meeting_place, parcel_address, carrier, tracking_number, return_carrier,
  return_tracking_number, orders.created_at, orders.ended_at`;

/** Deletes the person's own texts and photos, and removes their name from the texts of the other side. */
async function eraseOrders(tx: Transaction, person: ErasedPerson): Promise<void> {
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
