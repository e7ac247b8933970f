/** Copies the changes of the processor's balance, from where the last comparison stopped reading. */
import type Stripe from 'stripe';

import { dayMs, hourMs } from '#contract/durations.ts';
import { currency } from '#contract/money.ts';
import { findFirstEntry } from '#server/ledger/service.ts';
import { askProcessor } from '#server/payments/service.ts';
import { readMovements } from './read-movement.ts';
import type { ReconciliationServices } from './reconciliation-services.ts';
import { findReadTo, recordProgress } from './repository.ts';
import { insertMovements } from './store-movements.ts';

/** A transaction may appear on the processor's list a little after later ones. */
const overlapMs = hourMs;

/** How far back an installation without a ledger begins. */
const firstDays = 30;

/**
 * Copies day by day, so that an interrupted run need not begin from the start.
 *
 * @param runId of the comparison, which records how far it has read
 * @throws Failure payments.processor-unreachable
 */
export async function copyMovements(services: ReconciliationServices, runId: string): Promise<void> {
  for (const { from, to } of daysBetween(await beginning(services), services.clock.now()))
    await copyBetween(services, runId, from, to);
}

async function beginning({ db, clock }: ReconciliationServices): Promise<Date> {
  const readTo = await findReadTo(db);
  if (readTo !== undefined) return new Date(readTo.getTime() - overlapMs);
  const first = await findFirstEntry(db);
  return new Date(first === undefined ? clock.now().getTime() - firstDays * dayMs : first.getTime() - dayMs);
}

/**
 * The processor's balance in cents, with all of its movements copied. Undefined while it changes faster than it can be
 * read.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function readBalance(
  services: ReconciliationServices,
  runId: string,
): Promise<number | undefined> {
  for (let tries = 0; tries < 3; tries += 1) {
    const since = (await findReadTo(services.db)) ?? new Date(0);
    const { available, pending } = await askProcessor(() => services.stripe.balance.retrieve());
    if ((await copyBetween(services, runId, since, undefined)) > 0) continue;
    const own = [...available, ...pending].filter((each) => each.currency === currency);
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }
  return undefined;
}

/** @returns how many were new */
async function copyBetween(
  services: ReconciliationServices,
  runId: string,
  from: Date,
  to: Date | undefined,
): Promise<number> {
  const { db, clock } = services;
  let copied = 0;
  let newest: number | undefined;
  let after: string | undefined;
  do {
    const { data, has_more: hasMore } = await listPage(services, from, to, after);
    const own = data.filter((each) => each.currency === currency);
    const added = await insertMovements(db, own.flatMap(readMovements));
    // The list begins with the newest, so progress can be recorded only once a day is complete.
    newest ??= data[0]?.created;
    const readTo = hasMore || newest === undefined ? null : new Date(newest * 1000);
    await recordProgress(db, runId, { seenAt: clock.now(), movements: added, readTo });
    copied += added;
    after = hasMore ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return copied;
}

const listPage = (
  { stripe }: ReconciliationServices,
  from: Date,
  to: Date | undefined,
  after: string | undefined,
): Promise<Stripe.ApiList<Stripe.BalanceTransaction>> =>
  askProcessor(() =>
    stripe.balanceTransactions.list({
      created: { gte: secondsOf(from), ...(to === undefined ? {} : { lt: secondsOf(to) }) },
      expand: ['data.source'],
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

interface Span {
  readonly from: Date;
  /** Undefined for the last one, which has no end. */
  readonly to: Date | undefined;
}

/** The time since a moment, divided into days. */
export function daysBetween(from: Date, now: Date): Span[] {
  const count = Math.max(1, Math.ceil((now.getTime() - from.getTime()) / dayMs));
  return Array.from({ length: count }, (_, day) => ({
    from: new Date(from.getTime() + day * dayMs),
    to: day === count - 1 ? undefined : new Date(from.getTime() + (day + 1) * dayMs),
  }));
}
