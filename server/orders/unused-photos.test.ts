// Uploaded photos that are part of no statement.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { orderPhotos } from '#db/tables/orders.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides, uploadPhoto } from '#testing/order-requests.ts';
import { removeUnusedPhotos } from './keep-photos.ts';

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openMarket();
  people = await newSides(market);
});
afterAll(() => market.close());

const pathOf = ({ url }: { url: string }): string => url.slice('/api'.length);

/** A day after the photos were uploaded. */
const later = () => ({
  ...market.services,
  clock: { now: () => new Date(market.clock.now().getTime() + 25 * hourMs) },
});

test('what was shown can be neither changed nor removed; what nobody has shown goes after a day', async () => {
  const { db } = market.services;
  const id = await orderIn(market, people, 'disputed');
  const [shown, unused] = [await uploadPhoto(people.buyer, id), await uploadPhoto(people.buyer, id)];
  await act(people.buyer, id, 'add-evidence', { text: 'Look', photos: [shown._id] });
  const isShown = sql`where id = ${shown._id}`;
  for (const change of [
    sql`update order_photos set file = 'another' ${isShown}`,
    sql`delete from order_photos ${isShown}`,
    sql`truncate order_photos`,
    sql`update order_statements set text = 'another' where order_id = ${id}`,
    sql`delete from order_statements where order_id = ${id}`,
  ])
    await expect(db.execute(change)).rejects.toThrow();
  expect(await removeUnusedPhotos(later())).toBeGreaterThan(0);
  expect((await people.buyer.get(pathOf(unused))).status).toBe(404);
  expect((await people.buyer.get(pathOf(shown))).status).toBe(200);
});

/** The services a day later, with a storage that does not let this photo go. */
async function laterWithout({ _id }: { readonly _id: string }) {
  const { db, storage } = market.services;
  const [row] = await db.select().from(orderPhotos).where(eq(orderPhotos.id, _id));
  const remove = (file: string): Promise<void> =>
    file === row?.file ? Promise.reject(new Error('AccessDenied')) : storage.remove(file);
  return { ...later(), storage: { ...storage, remove } };
}

test('a photo that the storage cannot delete does not delay others', async () => {
  const id = await orderIn(market, people, 'disputed');
  const [stuck, other] = [await uploadPhoto(people.buyer, id), await uploadPhoto(people.buyer, id)];
  const refusing = await laterWithout(stuck);
  await expect(removeUnusedPhotos(refusing)).rejects.toThrow('unused photos could not be removed: 1');
  expect((await people.buyer.get(pathOf(stuck))).status).toBe(200);
  expect((await people.buyer.get(pathOf(other))).status).toBe(404);
  await removeUnusedPhotos(later());
});

test('a full round of photos that cannot be deleted does not delay others', async () => {
  const id = await orderIn(market, people, 'disputed');
  const [stuck, other] = [await uploadPhoto(people.buyer, id), await uploadPhoto(people.buyer, id)];
  const refusing = await laterWithout(stuck);
  await expect
    .poll(async () => {
      await removeUnusedPhotos(refusing, 1).catch(() => undefined);
      return (await people.buyer.get(pathOf(other))).status;
    })
    .toBe(404);
  await removeUnusedPhotos(later());
});
