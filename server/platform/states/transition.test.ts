// Every state is changed by one function, which checks the transition, records it and emits its event.
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bookingMachine } from '#contract/bookings.ts';
import { orderMachine } from '#contract/orders-machine.ts';
import { chargebackMachine } from '#contract/payments-chargebacks.ts';
import { chargeIssueMachine, paymentMachine, refundMachine } from '#contract/payments.ts';
import { payoutMachine, reversalMachine } from '#contract/payouts-machine.ts';
import { productMachine } from '#contract/products-machine.ts';
import { reportMachine } from '#contract/reports.ts';
import { type Machine, system } from '#contract/states.ts';
import { bookings } from '#db/tables/bookings.ts';
import { events, stateChanges } from '#db/tables/events.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { createLog, type Log } from '#server/platform/log/log.ts';
import { deadlinesOf } from '#server/background-jobs.ts';
import { type Deadline, deadlineJob, runDue } from './deadlines.ts';
import { storedMachine, transition } from './transition.ts';

const machine = storedMachine(bookingMachine, bookings);

let market: Market;
let buyer: TestPerson;
let productId: string;
let bookingId: string;
beforeAll(async () => {
  market = await openMarket({ holdMinutes: 5 });
  buyer = await market.person('buyer');
  productId = await market.phone(await market.person('seller'));
  bookingId = await market.booking(buyer, productId);
});
afterAll(() => market.close());

const historyOf = (subject: string) =>
  market.services.db
    .select()
    .from(stateChanges)
    .where(eq(stateChanges.subject, subject))
    .orderBy(asc(stateChanges.position));

const move = (
  id: string,
  to: 'paid' | 'cancelled' | 'refunded' | 'expired',
  change: Parameters<typeof transition>[4],
) => market.services.db.transaction((tx) => transition(tx, machine, id, to, change));

test('a reservation stands in the history of booking and phone, and both are told', async () => {
  const by = { role: 'buyer', actor: buyer.id, reason: null };
  expect(await historyOf(bookingId)).toMatchObject([
    { machine: 'booking', fromState: null, toState: 'held', ...by },
  ]);
  const ofPhone = await historyOf(productId);
  expect(ofPhone).toMatchObject([
    { machine: 'product', fromState: null, toState: 'live', role: 'seller' },
    { machine: 'product', fromState: 'live', toState: 'reserved', ...by },
  ]);
  const said = await market.services.db
    .select()
    .from(events)
    .where(and(eq(events.subject, productId), eq(events.kind, 'product.reserved')));
  expect(said).toMatchObject([
    {
      id: ofPhone[1]?.id,
      actor: buyer.id,
      data: { from: 'live', to: 'reserved', role: 'buyer', reason: null },
    },
  ]);
});

test.each([
  ['paid', { role: 'buyer', id: '00000000-0000-7000-8000-000000000000' }],
  ['expired', { role: 'admin', id: '00000000-0000-7000-8000-000000000000' }],
] as const)('a held booking that somebody without the right makes %s fails loudly', async (to, actor) => {
  await expect(move(bookingId, to, { actor })).rejects.toThrow(
    `is held and cannot become ${to} by ${actor.role}`,
  );
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.state).toBe('held');
  expect(await historyOf(bookingId)).toHaveLength(1);
});

test('a booking that does not exist fails loudly', async () => {
  await expect(move(productId, 'paid', { actor: system })).rejects.toThrow(
    'is missing and cannot become paid',
  );
});

test('a transition that is rolled back is neither in the history nor an event', async () => {
  const rolledBack = market.services.db.transaction(async (tx) => {
    await transition(tx, machine, bookingId, 'paid', { actor: system });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await historyOf(bookingId)).toHaveLength(1);
});

test('one of two simultaneous transitions succeeds, and the other fails with the reason', async () => {
  const productOfTwo = await market.phone(await market.person('seller'));
  const id = await market.booking(buyer, productOfTwo);
  const both = await Promise.allSettled([
    move(id, 'cancelled', { actor: { role: 'buyer', id: buyer.id }, reason: 'Changed my mind' }),
    move(id, 'expired', { actor: system }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const failed = both.find((each) => each.status === 'rejected');
  expect(String(failed?.reason)).toMatch(/ is (cancelled|expired) and cannot become (cancelled|expired) by /);
  expect(await historyOf(id)).toHaveLength(2);
});

test('the second of two overlapping transitions is second in the history', async () => {
  const seller = await market.person('seller');
  const id = await market.booking(buyer, await market.phone(seller));
  await market.services.db.transaction(async (tx) => {
    await tx.execute(sql`select now()`);
    await move(id, 'paid', { actor: system });
    await transition(tx, machine, id, 'refunded', { actor: system });
  });
  const history = await historyOf(id);
  expect(history.map(({ toState }) => toState)).toEqual(['held', 'paid', 'refunded']);
  expect(history.toSorted((one, other) => one.at.getTime() - other.at.getTime())).toEqual(history);
});

test('the reason that was given stands in the history', async () => {
  const id = await market.booking(buyer, await market.phone(await market.person('seller')));
  const actor = { role: 'admin', id: (await market.person('admin')).id } as const;
  await move(id, 'cancelled', { actor, reason: 'The seller asked for it' });
  expect((await historyOf(id)).at(-1)).toMatchObject({
    fromState: 'held',
    toState: 'cancelled',
    role: 'admin',
    actor: actor.id,
    reason: 'The seller asked for it',
  });
});

const machines: readonly Machine<string, string>[] = [
  productMachine,
  bookingMachine,
  paymentMachine,
  refundMachine,
  chargeIssueMachine,
  chargebackMachine,
  orderMachine,
  payoutMachine,
  reversalMachine,
  reportMachine,
];

test('every machine with a transition that happens by itself has its deadline', () => {
  // `order` covers the deadlines of all its states: `server/orders/deadlines.test.ts` tests each.
  const names = deadlinesOf(market.services).map(({ name }) => name);
  expect(names).toEqual(['booking.expired', 'product.former-price', 'order', 'suspension', 'account.erased']);
  const bySelf = machines.flatMap(({ name, transitions }) =>
    Object.values(transitions).flatMap((targets) =>
      Object.entries(targets).flatMap(([to, how]) => (how?.after === undefined ? [] : [[name, to]])),
    ),
  );
  expect(bySelf).toContainEqual(['booking', 'expired']);
  const hasDeadline = ([name = '', to]: readonly string[]) =>
    names.includes(name) || names.includes(`${name}.${to}`);
  expect(bySelf.filter((each) => !hasDeadline(each))).toEqual([]);
});

test('a row whose deadline fails does not delay others', async () => {
  const ran: string[] = [];
  const done = await runDue(market.services, {
    name: 'test',
    listDue: async () => ['bad', 'good'],
    run: async (_db, id) => {
      if (id === 'bad') throw new Error('no');
      ran.push(id);
      return true;
    },
  });
  expect(ran).toEqual(['good']);
  expect(done).toBe(1);
});

test('many rows whose deadlines fail do not delay later ones', async () => {
  const due = new Set(Array.from({ length: 1200 }, (_, index) => `row ${index}`));
  const good = ['row 700', 'row 1199'];
  const tried: string[] = [];
  await runDue(market.services, {
    name: 'test',
    listDue: async (_db, _now, limit) => [...due].slice(0, limit),
    run: async (_db, id) => {
      tried.push(id);
      if (!good.includes(id)) throw new Error('no');
      return due.delete(id);
    },
  });
  expect(tried).toHaveLength(1200);
  expect(due.size).toBe(1198);
});

/** Declares these deadlines; each call of the result is one round. */
function roundsOf(deadlines: readonly Deadline[], log: Log): () => Promise<unknown> {
  const rounds: (() => Promise<unknown>)[] = [];
  const every: Jobs['every'] = (_seconds, _name, task) => {
    rounds.push(() => task(AbortSignal.any([])));
    return () => {};
  };
  deadlineJob({ every }, { ...market.services, log }, deadlines);
  return async () => rounds[0]?.();
}

test('a row whose deadline fails in every round is one line a minute in the log', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  const failing = { name: 'test', listDue: async () => ['bad'], run: () => Promise.reject(new Error('no')) };
  const runRound = roundsOf([failing], log);
  for (let round = 0; round < 3; round += 1) await runRound();
  expect(lines).toEqual([expect.stringContaining('a deadline could not be run')]);
});

test('a deadline whose rows cannot be read does not delay other deadlines', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  const ran: string[] = [];
  const unreadable = { name: 'first', listDue: () => Promise.reject(new Error('no')), run: async () => true };
  const readable = {
    name: 'second',
    listDue: async () => ['due'],
    run: async (_db: unknown, id: string) => ran.push(id) > 0,
  };
  const runRound = roundsOf([unreadable, readable], log);
  await runRound();
  await runRound();
  expect(ran).toEqual(['due', 'due']);
  expect(lines).toEqual([expect.stringContaining('"deadline":"first"')]);
});
