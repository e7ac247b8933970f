import { isMoveOf, type LedgerKind, type LedgerMove } from '#contract/ledger.ts';
import type { Actor } from '#contract/states.ts';
import { idOf } from '#server/platform/events/emit.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import * as repository from './repository.ts';

export { checkLedger } from './check-ledger.ts';
export { sumAccounts } from './day-totals.ts';
export {
  findBalance as findLedgerBalance,
  listEntries as listLedgerEntries,
  listStanding as listStandingEntries,
  postingKeyOf,
  rowKeysOf,
  sumOfCharge as sumLedgerOfCharge,
  sumOfKind as sumLedgerOfKind,
} from './repository.ts';
export { findFirstEntry, listProcessorEntries, listProcessorKeys } from './processor-entries.ts';
export type { ProcessorEntry } from './processor-entries.ts';

/** Who caused an event, and when. */
export interface Cause {
  readonly actor: Actor;
  readonly at: Date;
}

/** An event that moved money. */
export interface Posting extends Cause {
  readonly kind: Exclude<LedgerKind, 'reversal'>;
  /** Identifies the event, such as `charge:pi_1`: the same key is recorded once. */
  readonly key: string;
  /** The order that the money belongs to. */
  readonly orderId?: string | null;
  /** The processor's payment intent that brought the money. */
  readonly charge?: string | undefined;
  readonly moves: readonly LedgerMove[];
}

/**
 * Records an event, in the same transaction as the change itself. If it is recorded already, nothing changes.
 *
 * @returns whether it was new
 * @throws Error for a movement that this kind of event does not make, if an order would give more than it has, or if the
 *   same key has fewer rows
 */
export async function postToLedger(tx: Transaction, posting: Posting): Promise<boolean> {
  const { kind, key, orderId = null, charge = null, actor, at, moves } = posting;
  const wrong = moves.find((move) => !isMoveOf(kind, move));
  if (wrong !== undefined || moves.length === 0)
    throw new Error(`${kind} does not move money like this: ${JSON.stringify(wrong)} (${key})`);
  const heading = { kind, key, orderId, charge, actor: idOf(actor), at };
  const written = await repository.insertEntries(tx, heading, moves);
  // Only some of the rows would leave money without an owner or without a place.
  if (written > 0 && written < moves.length) throw new Error(`${key} was recorded with other movements`);
  return written > 0;
}

/**
 * Undoes an erroneous posting by the opposite movements. Only once, however often it is called.
 *
 * @returns whether it was new
 * @throws Error if there is no such posting
 */
export async function reversePosting(tx: Transaction, key: string, { actor, at }: Cause): Promise<boolean> {
  const rows = await repository.listEntries(tx, key);
  const [first] = rows;
  if (first === undefined) throw new Error(`The ledger has no posting ${key}`);
  const { orderId, charge } = first;
  const heading = {
    kind: 'reversal',
    key: `reversal:${key}`,
    orderId,
    charge,
    actor: idOf(actor),
    at,
  } as const;
  const undoing = rows.map(({ id, side, fromAccount, toAccount, amountCents }) => ({
    side,
    from: toAccount,
    to: fromAccount,
    amountCents,
    reverses: id,
  }));
  return (await repository.insertEntries(tx, heading, undoing)) > 0;
}

/** Undoes a charge's events of this kind; nothing happens if none was recorded, or all were undone already. */
export async function reverseStanding(
  tx: Transaction,
  charge: string,
  kind: Posting['kind'],
  cause: Cause,
): Promise<void> {
  const rows = await repository.listStanding(tx, charge, kind);
  const keys = new Set(rows.map(({ idempotencyKey }) => repository.postingKeyOf(idempotencyKey)));
  for (const key of keys) await reversePosting(tx, key, cause);
}
