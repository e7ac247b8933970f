// Phones are listed with a new picture while its AVIF is being stored.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hashOfPicture } from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import { type Market, newPhone, openMarket } from '#testing/market.ts';
import * as repository from './repository.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test('listings of a fresh picture and the storing of its AVIF never wait for each other in a circle', async () => {
  const sellers = await Promise.all(Array.from({ length: 8 }, () => market.person('seller')));
  const categoryId = await market.category();
  const statuses = new Set<number>();
  for (let round = 0; round < 12; round += 1) {
    const image = await market.picture();
    const list = async (seller: (typeof sellers)[number]) =>
      statuses.add((await seller.post('/products', { ...newPhone, image, categoryId })).status);
    const id = await idOf(image);
    await Promise.all([storeAvif(id), storeAvif(id), ...sellers.map(list), ...sellers.map(list)]);
  }
  expect(statuses).toEqual(new Set([200]));
  expect(await countDeadlocks()).toBe(0);
});

/** How many circles PostgreSQL has broken. Nobody hears of them, because their transactions are run again. */
async function countDeadlocks(): Promise<number> {
  const { $client } = market.services.db;
  // Each connection reports its own ones, and may keep them for a while.
  const clients = await Promise.all(Array.from({ length: $client.totalCount }, () => $client.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  const { rows } = await $client.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
}

async function idOf(image: string): Promise<string> {
  const [row] = await market.services.db
    .select({ id: images.id })
    .from(images)
    .where(eq(images.hash, hashOfPicture(image) ?? ''));
  if (row === undefined) throw new Error('no such picture');
  return row.id;
}

/** The last step of the AVIF job: it holds the lock while it writes the files. */
const storeAvif = (id: string) =>
  market.services.db.transaction(async (tx) => {
    await repository.lockStored(tx, id);
    await tx.execute(sql`select pg_sleep(0.003)`);
    await repository.setAvifWidths(tx, id, [320]);
  });
