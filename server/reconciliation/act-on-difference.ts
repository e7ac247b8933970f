/** An admin's actions on a difference. */
import type { Person } from '#contract/access.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { bothSides } from '#contract/ledger.ts';
import { formatCents } from '#contract/money.ts';
import type * as calls from '#contract/reconciliation.ts';
import { reconciliationErrors } from '#contract/reconciliation.ts';
import {
  type DifferenceAction,
  type DifferenceReason,
  differenceReasons,
} from '#contract/reconciliation-words.ts';
import { type Posting, postToLedger } from '#server/ledger/service.ts';
import { processAgain, unlessUnknown } from '#server/payments/service.ts';
import { processTransferAgain } from '#server/payouts/service.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { recordStaffAction, type StaffAction } from '#server/staff/service.ts';
import { findPerson } from '#server/users/service.ts';
import type { ReconciliationServices } from './reconciliation-services.ts';
import { compareEvents } from './run-reconciliation.ts';
import {
  closeDifferences,
  type DifferenceRow,
  findDifference,
  listOpen,
  lockOpenDifference,
  storeExplanation,
} from './store-differences.ts';

const fail = failWith(reconciliationErrors);

/** The possible actions for a difference with this reason. */
export const actionsFor = (reason: DifferenceReason): readonly DifferenceAction[] =>
  differenceReasons[reason].actions;

/**
 * Asks the processor about an event again, and compares it and all of its charge.
 *
 * @returns 1 if it agrees now; 0 if it still differs, or did not differ any more
 * @throws Failure reconciliation.difference-not-found, reconciliation.not-possible, payments.processor-unreachable
 */
export async function processDifference(services: ReconciliationServices, id: string): Promise<number> {
  const { db, clock } = services;
  const row = await getDifference(db, id, 'process');
  if (row.closedAt !== null) return 0;
  await unlessUnknown(() =>
    row.key.startsWith('transfer')
      ? processTransferAgain(services.payouts, row.key)
      : processAgain(services, row),
  );
  const ofCharge = (await listOpen(db)).filter(({ charge }) => charge !== null && charge === row.charge);
  await compareEvents(db, [row.key, ...ofCharge.map(({ key }) => key)], clock.now());
  return (await findDifference(db, id))?.closedAt === null ? 0 : 1;
}

/**
 * Records a movement that the processor made itself: as our cost or gain, or a top-up as money from our bank.
 *
 * @returns 1, or 0 if somebody else did it before
 * @throws Failure reconciliation.difference-not-found, reconciliation.not-possible
 */
export async function recordDifference(
  { db, clock }: ReconciliationServices,
  id: string,
  admin: Person,
): Promise<number> {
  await getDifference(db, id, 'record');
  return db.transaction(async (tx) => {
    const row = await lockOpenDifference(tx, id);
    if (row === undefined) return 0;
    const at = clock.now();
    const actor = { role: 'admin', id: admin.id } as const;
    await postToLedger(tx, { ...postingOf(row), key: row.key, actor, at });
    await recordAction(tx, row, { kind: 'difference-recorded', actor: admin.id, at });
    return closeDifferences(tx, [row.key], at);
  });
}

function postingOf({ reason, processorCents, ledgerCents }: DifferenceRow): Pick<Posting, 'kind' | 'moves'> {
  const cents = processorCents - ledgerCents;
  if (reason === 'paid-in')
    return { kind: 'paid-in', moves: [{ side: 'place', from: 'bank', to: 'processor', amountCents: cents }] };
  const moves =
    cents < 0
      ? bothSides('processor_fees', 'world', 'processor', 'world', -cents)
      : bothSides('world', 'processor_fees', 'world', 'processor', cents);
  return { kind: 'processor-adjustment', moves };
}

/**
 * Stores why a difference is accepted. It needs no attention any more, as long as its amounts are the same.
 *
 * @returns 1, or 0 if the two agree by now
 * @throws Failure reconciliation.difference-not-found, reconciliation.not-possible,
 *   reconciliation.explained-meanwhile, reconciliation.amounts-changed
 */
export async function explainDifference(
  { db, clock }: ReconciliationServices,
  id: string,
  { explanation, seen }: BodyOf<typeof calls.explainDifference>,
  admin: Person,
): Promise<number> {
  await getDifference(db, id, 'explain');
  return db.transaction(async (tx) => {
    const row = await lockOpenDifference(tx, id);
    if (row === undefined) return 0;
    if (seen !== undefined) await requireDifferenceSeen(tx, row, { ...seen, next: explanation });
    const at = clock.now();
    await storeExplanation(tx, id, { explanation, explainedBy: admin.id, explainedAt: at });
    const isRepeated = row.explanation === explanation && row.explainedBy === admin.id;
    const action = { kind: 'difference-explained', actor: admin.id, words: explanation, at } as const;
    if (!isRepeated) await recordAction(tx, row, action);
    return 1;
  });
}

/** Records what an admin has decided about a difference. */
const recordAction = (
  tx: Transaction,
  { key, orderId, processorCents, ledgerCents }: DifferenceRow,
  action: Pick<StaffAction, 'kind' | 'actor' | 'words' | 'at'>,
): Promise<void> =>
  recordStaffAction(tx, {
    ...action,
    orderId,
    detail: `${formatCents(processorCents - ledgerCents)}, ${key}`,
  });

/**
 * @throws Failure reconciliation.explained-meanwhile, reconciliation.amounts-changed, with what is there now; its words
 *   say all of that, because the next press explains and replaces it
 */
async function requireDifferenceSeen(
  db: Executor,
  row: DifferenceRow,
  seen: calls.SeenDifference & { next: string },
): Promise<void> {
  const { explanation, processorCents, ledgerCents } = row;
  const fields = { processorCents, ledgerCents, ...(explanation === null ? {} : { explanation }) };
  // One that is sent twice replaces nothing.
  const isKnown = explanation === null || explanation === seen.explanation || explanation === seen.next;
  const unseen = isKnown
    ? ''
    : `${await explainerOf(db, row)} has explained it meanwhile: “${explanation}”. `;
  if (processorCents !== seen.processorCents || ledgerCents !== seen.ledgerCents) {
    const now = `${formatCents(processorCents)} at the card processor and ${formatCents(ledgerCents)} in the ledger`;
    const next = isKnown ? 'it explains these' : 'it replaces this explanation';
    const detail = `The amounts have changed meanwhile: ${now}. ${unseen}Your explanation was not saved. If you save it again, ${next}.`;
    throw fail('reconciliation.amounts-changed', { detail, fields });
  }
  if (isKnown) return;
  const detail = `${unseen}Your explanation was not saved. If you save it again, it replaces this one.`;
  throw fail('reconciliation.explained-meanwhile', { detail, fields });
}

const explainerOf = async (db: Executor, { explainedBy }: DifferenceRow): Promise<string> =>
  (explainedBy === null ? undefined : await findPerson(db, explainedBy))?.email ?? 'Another admin';

async function getDifference(db: Executor, id: string, action: DifferenceAction): Promise<DifferenceRow> {
  const row = await findDifference(db, id);
  if (row === undefined) throw fail('reconciliation.difference-not-found');
  if (!actionsFor(row.reason).includes(action)) throw fail('reconciliation.not-possible');
  return row;
}
