// Searches the whole database for a person after their erasure.
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { deletedAddress } from '#contract/deleted-address.ts';
import { mailLinks } from '#db/tables/auth.ts';
import { orderPhotos } from '#db/tables/orders.ts';
import { users } from '#db/tables/users.ts';
import { bookings } from '#db/tables/bookings.ts';
import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { mailsTo, mailTo, tokenIn } from '#testing/mailbox.ts';
import { act, orderIn, shownPhoto, type Sides } from '#testing/order-requests.ts';
import { runDeadlines } from '#testing/run-deadlines.ts';
import { join } from '#testing/visitor.ts';

const polling = { timeout: 20_000, interval: 50 };

async function openSides(): Promise<{ market: Market; sides: Sides }> {
  const market = await freshMarket({ payouts: 'manual' });
  const confirmed = { emailVerified: true };
  const sides = {
    buyer: await market.person('buyer', {
      ...confirmed,
      name: 'Zelda Quintero',
      email: 'zelda.q@example.com',
    }),
    seller: await market.person('seller', {
      ...confirmed,
      name: 'Orson Blackwood',
      email: 'orson.b@example.com',
    }),
    admin: await market.person('admin', confirmed),
  };
  return { market, sides };
}

/** Every column of a text or JSON, in our tables and the queue's, that contains one of these words. */
async function findPlaces({ services: { db } }: Market, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ place: string; table: string; column: string }>(sql`
    select table_schema || '.' || table_name || '.' || column_name as place,
      quote_ident(table_schema) || '.' || quote_ident(table_name) as table, quote_ident(column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector')
        or udt_name = 'tsvector')`);
  expect(columns.length).toBeGreaterThan(100);
  const places = [];
  for (const [table, own] of Map.groupBy(columns, (each) => each.table)) {
    const questions = own.flatMap(({ place, column }) =>
      words.map(
        (word) =>
          sql`(select ${`${place}: ${word}`}::text as found from ${sql.raw(table)}
            where position(${word.toLowerCase()} in lower(${sql.raw(column)}::text)) > 0 limit 1)`,
      ),
    );
    const { rows } = await db.execute<{ found: string }>(sql.join(questions, sql` union all `));
    places.push(...rows.map(({ found }) => found));
  }
  return places;
}

async function eraseNow(market: Market, person: TestPerson): Promise<void> {
  await untilErased(market, person);
  // The last mail is sent to the person; then the address is deleted.
  await vi.waitFor(async () => {
    const { rows } = await market.services.db.execute(sql`select 1 from mails`);
    expect(rows).toEqual([]);
  }, polling);
}

async function untilErased(market: Market, { id }: { id: string }): Promise<void> {
  const { db, clock } = market.services;
  await writeUnpublished(db).update(users).set({ eraseDueAt: clock.now() }).where(eq(users.id, id));
  await runDeadlines(market);
  await vi.waitFor(async () => {
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.erasedAt).not.toBeNull();
  }, polling);
}

/** Waits until nothing prevents the erasure of a person. */
async function untilNothingWaits(person: TestPerson): Promise<void> {
  await vi.waitFor(async () => expect((await person.get('/privacy')).body.obstacles).toEqual([]), polling);
}

test('after an erasure nothing in the database names the buyer', async () => {
  const { market, sides } = await openSides();
  const { buyer, seller } = sides;
  const words = ['Zelda Quintero', 'zelda.q@example.com', '01811000000', 'Gulshan 2', 'at the door'];
  const photo = await shownPhoto(market, sides);
  const [, disputed = ''] = /orders\/([^/]+)/.exec(photo) ?? [];
  await buyer.post('/reportItem', { productId: await market.phone(seller), problem: 'Says Zelda Quintero' });
  await act(seller, disputed, 'refuse', { text: 'Zelda Quintero, 01811000000, broke it herself.' });

  await act(sides.admin, disputed, 'decide', {
    outcome: 'refund',
    reason: 'agreement',
    words: 'Zelda Quintero is right.',
  });
  const answer = { kind: 'chargeback-answered', words: 'She got it at the door.', at: new Date() } as const;
  await market.services.db.transaction((tx) =>
    recordStaffAction(tx, { ...answer, actor: sides.admin.id, orderId: disputed }),
  );
  expect(await findPlaces(market, words)).not.toEqual([]);
  await untilNothingWaits(buyer);
  expect((await sides.admin.delete(`/users/${buyer.id}`)).status).toBe(200);
  await eraseNow(market, buyer);
  expect(await findPlaces(market, words)).toEqual([]);
  expect(
    await market.services.db.select().from(orderPhotos).where(eq(orderPhotos.ownerId, buyer.id)),
  ).toEqual([]);
  // Nobody can write to the address that replaces the erased one.
  const { buyerContact, sellerContact } = (await sides.admin.get(`/orders/${disputed}`)).body;
  expect(buyerContact).toMatchObject({ _id: buyer.id, phone: '' });
  expect(buyerContact).not.toHaveProperty('email');
  expect(sellerContact.email).toBe(seller.email);
});

/** Money that is owed to people who have left is paid out as usual. */
async function payByBank(admin: TestPerson): Promise<void> {
  expect((await admin.post('/payouts/exports', {})).body).toMatchObject({ lines: 1 });
  const [line] = (await admin.get('/payouts/lines')).body;
  expect((await admin.post(`/payouts/lines/${line._id}/confirm`)).status).toBe(200);
}

test('after an erasure nothing in the database names the seller, and the buyer’s order still shows the phone', async () => {
  const { market, sides } = await openSides();
  const { buyer, seller, admin } = sides;
  const words = ['Orson Blackwood', 'orson.b@example.com', '01711000000'];
  const cancelled = await orderIn(market, sides, 'paid');
  await act(seller, cancelled, 'cancel', { reason: 'Orson Blackwood is ill, call 01711000000.' });
  const id = await orderIn(market, sides, 'completed');
  await market.phone(seller, { description: 'Ask Orson Blackwood, 01711000000.' });
  await market.services.db
    .update(bookings)
    .set({ userLocation: 'At Orson Blackwood’s' })
    .where(eq(bookings.id, id));
  const details = { holder: 'Orson Blackwood', account: 'GB33 BUKB 2020 1555 5555 55' };
  expect((await seller.put('/payouts/bank-details', details)).status).toBe(200);
  expect(await findPlaces(market, words)).not.toEqual([]);
  expect((await admin.delete(`/users/${seller.id}`)).status).toBe(200);
  await payByBank(admin);
  await eraseNow(market, seller);
  expect(await findPlaces(market, words)).toEqual([]);
  // Only the buyer still has what the seller wrote to them.
  expect(await findPlaces(market, ['is ill, call'])).toEqual(['public.notifications.text: is ill, call']);
  const { status, body } = await buyer.get(`/orders/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'completed',
    seller: 'Deleted person',
    sellerContact: { name: 'Deleted person', phone: '' },
    listing: { model: 'Pixel 8 Pro', condition: 'Good Condition', description: '' },
  });
  const lists = [
    [buyer, `/bookedProduct?userEmail=${buyer.email}`],
    [buyer, `/orders/${id}/receipt`],
    [admin, '/orders'],
    [admin, '/reportItem'],
    [admin, '/products'],
    [admin, `/orders/${id}`],
  ] as const;
  for (const [person, path] of lists) expect((await person.get(path)).status, path).toBe(200);
});

test('after an erasure nothing in the database has a name or number that a person had before', async () => {
  const { market, sides } = await openSides();
  const { buyer, seller, admin } = sides;
  const other = await market.person('buyer');
  for (const side of [buyer, other]) {
    const order = await orderIn(market, { ...sides, buyer: side }, 'paid');
    await act(seller, order, 'cancel', { reason: 'I am ill.' });
  }
  const told = async (words: readonly string[]) =>
    (await findPlaces(market, words)).filter((place) => place.includes('.notifications.'));
  await vi.waitFor(async () => expect(await told(['Zelda Quintero'])).not.toEqual([]), polling);
  for (const name of ['Zelda Second', 'Zelda Third', 'Zelda Third'])
    expect((await buyer.patch('/user', { name })).status).toBe(200);
  expect((await seller.patch('/user', { name: 'Orson Second' })).status).toBe(200);
  await writeUnpublished(market.services.db).update(products).set({ phone: '01999999999' });
  await untilNothingWaits(buyer);
  const former = ['Orson Blackwood', '01711000000'];
  expect(await told(former)).not.toEqual([]);
  expect((await admin.delete(`/users/${buyer.id}`)).status).toBe(200);
  await eraseNow(market, buyer);
  expect(await findPlaces(market, ['Zelda'])).toEqual([]);
  expect((await admin.delete(`/users/${seller.id}`)).status).toBe(200);
  await eraseNow(market, seller);
  expect(await findPlaces(market, [...former, 'Orson', '01999999999'])).toEqual([]);
});

test('a person with the name of a state, or with signs in it, is erased, and the history stays what it was', async () => {
  const { market, sides } = await openSides();
  const { buyer, seller, admin } = sides;
  const order = await orderIn(market, sides, 'paid');
  await act(seller, order, 'cancel', { reason: 'Cancelled and null} want it too.' });
  for (const name of ['Cancelled', 'null}']) expect((await buyer.patch('/user', { name })).status).toBe(200);
  const history = async () => {
    const { rows } = await market.services.db.execute<{ data: Record<string, unknown> }>(
      sql`select data from events where subject = ${order} and kind = 'order.cancelled'
        union all select data -> 'data' from pgboss.job
          where data ->> 'subject' = ${order} and data ->> 'kind' = 'order.cancelled' and name = 'notifications-notify'`,
    );
    return rows.map(({ data }) => data);
  };
  await untilNothingWaits(buyer);
  const before = await history();
  expect(before).toHaveLength(2);
  expect((await admin.delete(`/users/${buyer.id}`)).status).toBe(200);
  await untilErased(market, buyer);
  expect(await history()).toEqual(before.map((data) => ({ ...data, reason: '… and … want it too.' })));
});

test('nothing is stored for an erased person after their last mail, and nothing is sent to nobody', async () => {
  const { market, sides } = await openSides();
  const { buyer, seller, admin } = sides;
  const order = await orderIn(market, sides, 'completed');
  await untilNothingWaits(buyer);
  expect((await admin.delete(`/users/${buyer.id}`)).status).toBe(200);
  await untilErased(market, buyer);
  await act(admin, order, 'reopen');
  await mailTo(market.address, seller.email, 'We have opened the order for the Pixel 8 Pro again');
  const { rows } = await market.services.db.execute(
    sql`select kind from notifications where person_id = ${buyer.id}`,
  );
  expect(rows).toEqual([{ kind: 'account-erased' }]);
  expect(await mailsTo(market.address, deletedAddress(buyer.id))).toEqual([]);
  // The link in a mail from before.
  const token = market.services.unsubscribeLinks.sign({ personId: buyer.id, kinds: ['booking-ended'] });
  const used = await market.stranger.post(`/notifications/unsubscribe?token=${token}`);
  expect(used).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
});

test('unsent mail to addresses that a person had, or wanted, goes with the account', async () => {
  const market = await freshMarket({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` });
  const { db } = market.services;
  const [former, email, wanted] = ['former', 'present', 'wanted'].map((name) => `zelda.${name}@example.com`);
  const zelda = await join(market.address, { email: former });
  await writeUnpublished(db).update(users).set({ emailVerified: true }).where(eq(users.id, zelda.id));
  await zelda.caller.post('/auth/change-address', { email });
  const { rows } = await db.execute<{ body: string }>(sql`select body from mails where recipient = ${email}`);
  const token = tokenIn({ text: rows[0]?.body ?? '' });
  const entry = { token, password: zelda.password };
  expect((await market.stranger.post('/auth/confirm-address', entry)).body).toEqual({ result: 'changed' });
  await zelda.caller.post('/auth/change-address', { email: wanted });
  const unsent = async () =>
    (await findPlaces(market, [`${former}`, `${wanted}`])).filter((place) => place.includes('.mails.'));
  expect(await unsent()).not.toEqual([]);
  expect((await zelda.caller.post('/privacy/leave')).status).toBe(200);
  await untilErased(market, zelda);
  expect(await unsent()).toEqual([]);
});

test('a person who has signed up again keeps the links of their new account', async () => {
  const market = await freshMarket();
  const admin = await market.person('admin');
  const email = 'zelda.again@example.com';
  const before = await join(market.address, { email });
  // Its job has run, so that it stores no link of this account later.
  await mailTo(market.address, email, 'Confirm');
  expect((await admin.delete(`/users/${before.id}`)).status).toBe(200);
  const now = await join(market.address, { email });
  const linksOf = async () => {
    const links = await market.services.db.select().from(mailLinks).where(eq(mailLinks.userId, now.id));
    return links.map(({ kind }) => kind);
  };
  await vi.waitFor(async () => expect(await linksOf()).toEqual(['confirm-address']), polling);
  await untilErased(market, before);
  expect(await linksOf()).toEqual(['confirm-address']);
  const { text } = await mailTo(market.address, email, 'is erased');
  expect(text).toContain('The account that was opened since with this address stays');
});
