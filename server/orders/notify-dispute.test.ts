// The notifications of both sides and the admins about a dispute, on the page and by mail.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { disputeNotifications } from '#contract/orders-dispute-notifications.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { mailsTo, mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { readEscalationNotices } from './notify-dispute.ts';
import { orderDeadline } from './service.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket();
});
beforeEach(async () => {
  sides = await newSides(market);
});
afterAll(() => market.close());

const read = (side: keyof Sides, subject: string) => mailTo(market.address, sides[side].email, subject);
const subjectsOf = async (side: keyof Sides): Promise<string[]> =>
  (await mailsTo(market.address, sides[side].email)).map(({ subject }) => subject);

test('a seller who has not answered the problem reads what happens without an answer, also to an offer of the buyer’s', async () => {
  const people = await newSides(market);
  const id = await orderIn(market, people, 'disputed');
  const offersTo = async (person: TestPerson): Promise<string[]> =>
    (await mailsTo(market.address, person.email))
      .filter(({ subject }) => subject.includes('has made you an offer'))
      .map(({ text }) => text);
  const undecided = 'If you don’t answer, we will look at both sides and decide';
  await act(people.buyer, id, 'offer', { kind: 'part', amount: 200 });
  await expect.poll(() => offersTo(people.seller), { timeout: 20_000 }).toHaveLength(1);
  const [first] = await offersTo(people.seller);
  const silence =
    'If you don’t answer, the buyer sends the phone back and then gets all of the money. You have until';
  expect(first).toContain(silence);
  const problem = await mailTo(market.address, people.seller.email, 'The buyer has reported a problem');
  expect(problem.text).toContain(silence);
  expect(first).not.toContain(undecided);
  await act(people.seller, id, 'offer', { kind: 'part', amount: 50 });
  await act(people.buyer, id, 'offer', { kind: 'part', amount: 100 });
  await expect.poll(() => offersTo(people.seller), { timeout: 20_000 }).toHaveLength(2);
  await expect.poll(() => offersTo(people.buyer), { timeout: 20_000 }).toHaveLength(1);
  for (const person of [people.buyer, people.seller])
    expect((await offersTo(person)).filter((text) => text.includes(undecided))).toHaveLength(1);
});

test('an admin who is suspended is told of no dispute, and nothing about its sides', async () => {
  const { seller, admin } = sides;
  const suspended = await market.person('admin');
  await admin.post(`/users/${suspended.id}/suspend`, { reason: 'Absent.' });
  await act(seller, await orderIn(market, sides, 'disputed'), 'refuse');
  await read('admin', 'A dispute about the Pixel 8 Pro waits for a decision');
  const { rows } = await market.services.db.$client.query(
    'select distinct kind from notifications where person_id = $1',
    [suspended.id],
  );
  expect(rows).toEqual([{ kind: 'account-suspended' }]);
});

test('each side reads what the other one offers, declines, denies and shows, with the order’s page', async () => {
  const { buyer, seller, admin } = sides;
  const id = await orderIn(market, sides, 'disputed');
  await act(seller, id, 'offer', { kind: 'part', amount: 20.5, text: 'For the scratch?' });
  const offer = await read('buyer', 'The seller has made you an offer for the Pixel 8 Pro');
  // The text ends as the seller wrote it, without an added full stop.
  expect(offer.text).toContain('$20.50 goes back, and the phone stays where it is: “For the scratch?”\n');
  expect(offer.text).toContain(`/dashboard/order/${id}`);
  await act(buyer, id, 'decline-offer', { reason: 'That is too little' });
  const declined = await read('seller', 'The buyer has declined your offer for the Pixel 8 Pro');
  expect(declined.text).toContain('“That is too little”');
  const waiting = await read('admin', 'A dispute about the Pixel 8 Pro waits for a decision');
  expect(waiting.text).toContain(`${buyer.name} bought it from ${seller.name} for $420.50`);
  await act(buyer, id, 'add-evidence', { text: 'This is how it looks today' });
  const evidence = await read('seller', 'The buyer has added evidence about the Pixel 8 Pro');
  expect(evidence.text).toContain('“This is how it looks today”');
  await act(admin, id, 'decide', {
    outcome: 'refund',
    reason: 'evidence-of-buyer',
    words: 'The photos show it',
  });
  const back = await read('buyer', 'You get $420.50 back for the Pixel 8 Pro');
  const lost = await read('seller', 'The order for the Pixel 8 Pro was refunded');
  for (const { text } of [back, lost]) expect(text).toContain('The photos show it');

  const another = await orderIn(market, sides, 'disputed');
  await act(seller, another, 'refuse', { text: 'It worked when I handed it over' });
  const refusal = await read('buyer', 'The seller does not agree about the Pixel 8 Pro');
  expect(refusal.text).toContain('“It worked when I handed it over”');
  // Nobody is notified of their own actions.
  expect((await subjectsOf('seller')).filter((subject) => subject.startsWith('The seller '))).toEqual([]);
  expect((await subjectsOf('buyer')).filter((subject) => subject.startsWith('The buyer '))).toEqual([]);
});

test('evidence that is added again and again is mailed at most once an hour, and the page shows all of it', async () => {
  const { buyer, seller } = sides;
  const id = await orderIn(market, sides, 'disputed');
  for (const text of ['The front', 'The back', 'The charger']) await act(buyer, id, 'add-evidence', { text });
  const { rows } = await vi.waitFor(async () => {
    const found = await market.services.db.$client.query<{ channel: string; isMailed: boolean }>(
      `select channel, mailed_at is not null as "isMailed" from notifications
       where person_id = $1 and kind = 'dispute-evidence'`,
      [seller.id],
    );
    expect(found.rows).toHaveLength(6);
    return found;
  }, 20_000);
  expect(rows.filter(({ channel }) => channel === 'page')).toHaveLength(3);
  expect(rows.filter(({ isMailed }) => isMailed)).toHaveLength(1);
});

test('an unanswered dispute goes to the admins, and both sides read so', async () => {
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 100 });
  market.clock.advance(73 * 60);
  await runDue(market.services, orderDeadline(market.services));
  for (const side of ['buyer', 'seller'] as const) await read(side, 'We will decide about the Pixel 8 Pro');
});

test('an agreement and an automatic transition are not quoted as somebody’s words', async () => {
  const { buyer, seller, admin } = await newSides(market);
  const own = { buyer, seller, admin };
  const agreed = await orderIn(market, own, 'disputed');
  await act(seller, agreed, 'offer', { kind: 'part', amount: 20.5 });
  await act(buyer, agreed, 'accept-offer');
  const paid = await mailTo(market.address, seller.email, 'You get $379.50 for the Pixel 8 Pro');
  expect(paid.text).toContain('\nBoth agreed: $20.50 goes back, and the phone stays where it is.\n');

  await orderIn(market, own, 'disputed');
  market.clock.advance(73 * 60);
  await runDue(market.services, orderDeadline(market.services));
  const silent = await mailTo(market.address, seller.email, 'The Pixel 8 Pro goes back');
  expect(silent.text).toContain('\nNo answer came in time.\n');
});

test('while a bank looks at the payment, a buyer reads that it is theirs', () => {
  const order = { orderId: 'o1', model: 'Pixel 8 Pro', isHeldBack: true, buyerHasPhone: true };
  const offer = { ...order, offer: 'A part', dueAt: null, losesBySilence: false };
  const { words } = disputeNotifications['dispute-offer'];
  expect(words({ ...offer, by: 'seller' }).text).toContain(' Your bank is looking at the payment: ');
  expect(words({ ...offer, by: 'buyer' }).text).toContain(' The buyer’s bank is looking at the payment: ');
});

test('an admin is led to the queue, and both sides read that an order is open again, not where its money is', async () => {
  const own = await newSides(market);
  const id = await orderIn(market, own, 'refunded');
  await act(await signInAgain(market, own.admin), id, 'reopen');
  for (const side of ['buyer', 'seller'] as const) {
    const again = await mailTo(
      market.address,
      own[side].email,
      'We have opened the order for the Pixel 8 Pro again',
    );
    expect(again.text).toContain('We wrote: “Something new has come to light. A film has come to light”');
    expect(again.text).not.toContain('stays held');
  }
  const disputed = await orderIn(market, own, 'disputed');
  await act(own.seller, disputed, 'refuse');
  const waiting = await mailTo(
    market.address,
    own.admin.email,
    'A dispute about the Pixel 8 Pro waits for a decision',
  );
  expect(waiting.text).toContain(`/dashboard/disputes?order=${disputed}`);
});

test('a seller reads what happens without an answer if the buyer never got the phone', async () => {
  const id = await orderIn(market, sides, 'sent');
  await act(sides.buyer, id, 'report-problem', { reason: 'never-arrived', text: 'Nothing has come so far' });
  const { text } = await read('seller', 'The buyer has reported a problem');
  expect(text).toContain('If you don’t answer, the buyer gets all of the money back. You have until');
});

test('a buyer reads to what the seller objects', async () => {
  const asked = await orderIn(market, sides, 'paid');
  await act(sides.buyer, asked, 'ask-to-cancel');
  await act(sides.seller, asked, 'object');
  const subject = 'We are looking at the order for the Pixel 8 Pro';
  expect((await read('buyer', subject)).text).toContain(
    'The seller objects to the cancellation, so the order is not cancelled.',
  );
  sides = await newSides(market);
  const returned = await orderIn(market, sides, 'returning');
  await act(sides.buyer, returned, 'send-back');
  await act(sides.seller, returned, 'dispute-return');
  expect((await read('buyer', subject)).text).toContain(
    'The seller says that something is wrong with the return.',
  );
});

test('a buyer who asked to cancel reads that the parcel has ended that', async () => {
  for (const isWithdrawn of [false, true]) {
    const own = await newSides(market);
    const id = await orderIn(market, own, 'paid');
    await act(own.buyer, id, 'choose-delivery');
    await act(own.buyer, id, 'ask-to-cancel');
    if (isWithdrawn) await act(own.buyer, id, 'withdraw-cancellation');
    await act(own.seller, id, 'send');
    const { text } = await mailTo(market.address, own.buyer.email, 'The Pixel 8 Pro is on its way to you');
    expect(text.includes('The seller has sent the parcel, so the order is not cancelled.')).toBe(
      !isWithdrawn,
    );
  }
});

test('admins hear of no dispute that was decided before they are told of it', async () => {
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.seller, id, 'refuse');
  const noticesNow = () =>
    market.services.db.transaction((tx) =>
      readEscalationNotices(tx, {
        id: newId(),
        kind: 'order.escalated',
        subject: id,
        actor: null,
        at: new Date().toISOString(),
        data: { role: 'seller', detail: null },
      }),
    );
  expect(await noticesNow()).toContainEqual(expect.objectContaining({ kind: 'dispute-waits' }));
  await act(sides.admin, id, 'decide', { outcome: 'return', reason: 'agreement', words: 'Send it back' });
  expect(await noticesNow()).toEqual([]);
});

test('a buyer whose order an objection has ended is not told to enjoy the phone', async () => {
  const id = await orderIn(market, sides, 'paid');
  await act(sides.buyer, id, 'ask-to-cancel');
  await act(sides.seller, id, 'object');
  await act(sides.admin, id, 'decide', { outcome: 'complete', reason: 'delivered', words: 'It was seen' });
  const subject = 'The order for the Pixel 8 Pro is completed';
  expect((await read('buyer', subject)).text).not.toContain('Enjoy');
});
