/** A market whose ledger is compared with the processor's records as an admin does it, while weeks pass. */
import { expect } from 'vitest';

import type { LedgerDifference, Reconciliation } from '#contract/reconciliation.ts';

import { type Caller, callerOf } from './caller.ts';
import { beginOrder, confirmCard, intentOf, openSilentMarket, type Order, report } from './card-processor.ts';
import type { Market, TestPerson } from './market.ts';

export interface Books {
  readonly market: Market;
  readonly admin: TestPerson;
  /** The admin with a new token: one is valid for minutes, but these tests span weeks. */
  call(): Promise<Caller>;
  /** A charge that was settled; its fee is not recorded yet. */
  settled(card?: string): Promise<Order & { readonly intent: string }>;
  /** Compares. The differences found explain the whole difference of the two balances. */
  reconcile(): Promise<Reconciliation>;
  untilEnded(id: string): Promise<Reconciliation>;
  differenceOf(key: string, show?: string): Promise<LedgerDifference | undefined>;
  /** Presses "Process again". @returns whether that closed it */
  processed(difference: LedgerDifference | undefined): Promise<number>;
  goOn(minutes: number): void;
  /** Returns to the processor's clock, which does not follow ours. */
  rewind(): void;
  close(): Promise<void>;
}

export async function openBooks(changes: Parameters<typeof openSilentMarket>[0] = {}): Promise<Books> {
  const market = await openSilentMarket(changes);
  // Only the test itself reads the list of events.
  await market.services.db.$client.query(
    `insert into event_reading (id, claimed_until) values ('events', 'infinity')
     on conflict (id) do update set claimed_until = 'infinity'`,
  );
  const admin = await market.person('admin');
  const call = async () => callerOf(market.address, await market.services.tokens.issue(admin));
  const listed = async (show: string): Promise<LedgerDifference[]> =>
    (await (await call()).get(`/ledgerDifferences?show=${show}&limit=100`)).body;
  const untilEnded = async (id: string): Promise<Reconciliation> => {
    const find = async (): Promise<Reconciliation | undefined> => {
      const { body } = await (await call()).get('/reconciliations?limit=100');
      return body.find((each: Reconciliation) => each._id === id);
    };
    await expect.poll(async () => (await find())?.endedAt, { timeout: 20_000 }).toEqual(expect.any(String));
    const run = await find();
    if (run === undefined) throw new Error(`no comparison ${id}`);
    return run;
  };
  const reconcile = async () => {
    const { body } = await (await call()).post('/reconciliations', {});
    const run = await untilEnded(body.insertedId);
    if (run.processorCents === null || run.ledgerCents === null) return run;
    const open = [...(await listed('open')), ...(await listed('explained'))];
    const explained = open.reduce((sum, each) => sum + each.processorCents - each.ledgerCents, 0);
    expect(run.processorCents - run.ledgerCents).toBe(explained);
    expect(run.differences).toBe(open.length);
    return run;
  };
  return {
    market,
    admin,
    call,
    untilEnded,
    reconcile,
    settled: (card) => settle(market, card),
    differenceOf: async (key, show = 'open') => (await listed(show)).find((each) => each.key === key),
    processed: async (difference) =>
      (await (await call()).post(`/ledgerDifferences/${difference?._id}/process`, {})).body.modifiedCount,
    ...weeksOf(market),
    close: () => market.close(),
  };
}

async function settle(market: Market, card?: string) {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret, card);
  const intent = intentOf(order.secret);
  expect((await report(order.buyer, order.bookingId, intent)).status).toBe(200);
  return { ...order, intent };
}

function weeksOf({ clock }: Market): Pick<Books, 'goOn' | 'rewind'> {
  let aheadMinutes = 0;
  return {
    goOn: (minutes) => {
      aheadMinutes += minutes;
      clock.advance(minutes);
    },
    rewind: () => {
      clock.advance(-aheadMinutes);
      aheadMinutes = 0;
    },
  };
}
