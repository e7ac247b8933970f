/** The differences between ledger and processor, event by event, with reasons. */
import { minuteMs } from '#contract/durations.ts';
import type { DifferenceReason } from '#contract/reconciliation-words.ts';
import { listProcessorEntries, type ProcessorEntry } from '#server/ledger/service.ts';
import { findPendingReasons, type PendingReasons } from '#server/payments/service.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { type MovementSum, sumMovements } from './store-movements.ts';

/** An event that ledger and processor do not record alike. */
export interface Difference {
  readonly key: string;
  readonly reason: DifferenceReason;
  readonly processorCents: number;
  readonly ledgerCents: number;
  readonly source: string | null;
  readonly charge: string | null;
  readonly orderId: string | null;
  readonly happenedAt: Date;
}

/** How long after it happened an event may be unknown to us. */
const settlingMinutes = 15;

/** How long a charge may take to reach the processor's balance. */
const balanceMinutes = 24 * 60;

/** How long a payout may take to reach the bank. */
const payoutMinutes = 10 * 24 * 60;

/** Both sides' data of an event. */
interface Sides {
  readonly key: string;
  readonly theirs: MovementSum | undefined;
  readonly ours: ProcessorEntry | undefined;
}

/** The compared events, and those of them that differ. */
interface Compared {
  readonly keys: readonly string[];
  readonly differences: readonly Difference[];
}

/** How many events one statement compares. */
const batchSize = 2_000;

/** Divides events into batches for {@link compareKeys}, each event once. */
export function* batchesOf(events: readonly string[]): Generator<readonly string[]> {
  const keys = [...new Set(events)];
  for (let from = 0; from < keys.length; from += batchSize) yield keys.slice(from, from + batchSize);
}

/**
 * Compares these events, and those that they undo or are undone by.
 *
 * @param movements the processor's movements by key; default the copied ones
 */
export async function compareKeys(
  db: Executor,
  keys: readonly string[],
  now: Date,
  movements?: ReadonlyMap<string, MovementSum>,
): Promise<Compared> {
  const all = [...new Set(keys.flatMap((key) => [key, ...counterpart(key)]))];
  const theirs = movements ?? (await sumMovements(db, all));
  const ours = await listProcessorEntries(db, all);
  const sides = new Map(all.map((key) => [key, { key, theirs: theirs.get(key), ours: ours.get(key) }]));
  // If the processor made a refund and it was returned, both unknown to us, nothing has changed.
  const isUndone = ({ key }: Sides) =>
    counterpart(key).some((other) => differenceCents(sides.get(other)) === -differenceCents(sides.get(key)));
  const different = [...sides.values()].filter((each) => differenceCents(each) !== 0 && !isUndone(each));
  if (different.length === 0) return { keys: all, differences: [] };
  const pending = await findPendingReasons(
    db,
    different.flatMap((each) => [subjectOf(each.key), chargeOf(each) ?? '']),
  );
  return { keys: all, differences: different.map((each) => describe(each, pending, now)) };
}

const differenceCents = (sides: Sides | undefined): number =>
  (sides?.theirs?.cents ?? 0) - (sides?.ours?.cents ?? 0);

/** The event that this one undoes, or that undoes it. */
function counterpart(key: string): string[] {
  const other = undoing.get(kindOf(key));
  return other === undefined ? [] : [`${other}:${subjectOf(key)}`];
}

const undoing = new Map(
  ['refund', 'payout'].flatMap((kind) => [
    [kind, `${kind}-failed`],
    [`${kind}-failed`, kind],
  ]),
);

const kindOf = (key: string): string => key.split(':')[0] ?? '';
const subjectOf = (key: string): string => key.split(':')[1] ?? '';
const chargeOf = ({ theirs, ours }: Sides): string | null => theirs?.charge ?? ours?.charge ?? null;

function describe(sides: Sides, pending: PendingReasons, now: Date): Difference {
  const { key, theirs, ours } = sides;
  const happenedAt = theirs?.at ?? ours?.at ?? now;
  const minutes = (now.getTime() - happenedAt.getTime()) / minuteMs;
  return {
    key,
    reason: reasonOf(sides, pending, minutes),
    processorCents: theirs?.cents ?? 0,
    ledgerCents: ours?.cents ?? 0,
    source: theirs?.source ?? null,
    charge: chargeOf(sides),
    orderId: ours?.orderId ?? null,
    happenedAt,
  };
}

function reasonOf(sides: Sides, pending: PendingReasons, minutes: number): DifferenceReason {
  const { key, theirs, ours } = sides;
  if (theirs !== undefined && ours !== undefined) return 'other-amount';
  const kind = kindOf(key);
  if (theirs === undefined) {
    const isWaitedFor = kind === 'charge' || kind === 'refund';
    return isWaitedFor && minutes < balanceMinutes ? 'not-on-balance' : 'not-at-processor';
  }
  if (kind === 'topup') return 'paid-in';
  if (kind === 'movement' || kind === 'movement-fee') return 'processors-own';
  if (pending.foreignCharges.has(theirs.charge ?? '')) return 'other-currency';
  if (pending.refundsUnderWay.has(subjectOf(key))) return 'refund-under-way';
  if (pending.openDisputes.has(subjectOf(key))) return 'chargeback-undecided';
  if (kind === 'payout' && minutes < payoutMinutes) return 'payout-under-way';
  return minutes < settlingMinutes ? 'on-its-way' : 'not-in-ledger';
}
