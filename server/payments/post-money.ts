/** The ledger's entries of payments and refunds, written in the transaction of the change. */
import { bothSides, isSellerAccount, type LedgerMove, orderAccount, ownerMove } from '#contract/ledger.ts';
import { currency as ownCurrency } from '#contract/money.ts';
import { system } from '#contract/states.ts';
import {
  type Cause,
  findLedgerBalance,
  listLedgerEntries,
  listStandingEntries,
  postToLedger,
  sumLedgerOfCharge,
  sumLedgerOfKind,
} from '#server/ledger/service.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { postReturnedTwice } from './post-returned-twice.ts';
import { insertUnknownFee } from './store-fees.ts';
import { listRefunds, type RefundRow } from './store-refunds.ts';

/** Money that was charged to a card, by the processor's intent. */
export interface Charge {
  readonly transactionId: string;
  readonly amountCents: number;
}

/** Records a charge that has paid an order. If it was recorded as unallocated before, it moves to the order. */
export async function postCharge(
  tx: Transaction,
  { transactionId, amountCents, bookingId }: Charge & { readonly bookingId: string },
  at: Date,
): Promise<void> {
  const order = orderAccount(bookingId);
  const shared = { orderId: bookingId, charge: transactionId, actor: system, at };
  const key = `charge:${transactionId}`;
  const moves = bothSides('world', order, 'world', 'processor', amountCents);
  if (await postToLedger(tx, { ...shared, kind: 'charge-settled', key, moves })) {
    await recordFeeAndRefunds(tx, transactionId, at);
    return;
  }
  const waiting = await sumLedgerOfCharge(tx, transactionId, 'unallocated');
  if (waiting <= 0) return;
  await postToLedger(tx, {
    ...shared,
    kind: 'charge-allocated',
    key: `charge-allocated:${transactionId}`,
    moves: [ownerMove('unallocated', order, waiting)],
  });
}

/**
 * Records a charge that belongs to no order. One in another currency is left out, because its value in ours is unknown.
 */
export async function postUnallocated(
  tx: Transaction,
  { transactionId, amountCents, currency }: Charge & { readonly currency: string },
  at: Date,
): Promise<void> {
  if (currency !== ownCurrency) return;
  const isNew = await postToLedger(tx, {
    kind: 'charge-unallocated',
    key: `charge:${transactionId}`,
    charge: transactionId,
    actor: system,
    at,
    moves: bothSides('world', 'unallocated', 'world', 'processor', amountCents),
  });
  if (isNew) await recordFeeAndRefunds(tx, transactionId, at);
}

/** Further records for a charge that is new in the ledger. */
async function recordFeeAndRefunds(tx: Transaction, transactionId: string, at: Date): Promise<void> {
  await insertUnknownFee(tx, transactionId);
  // Refunds made by hand may have been reported first.
  await postRefunds(tx, transactionId, at);
}

/** Records the processor's fee for a charge. */
export async function postFee(
  tx: Transaction,
  { transactionId, amountCents }: Charge,
  at: Date,
): Promise<void> {
  if (amountCents <= 0) return;
  const account = await accountOf(tx, transactionId);
  await postToLedger(tx, {
    kind: 'processor-fee',
    key: `processor-fee:${transactionId}`,
    orderId: orderOf(account),
    charge: transactionId,
    actor: system,
    at,
    moves: bothSides('processor_fees', 'world', 'processor', 'world', amountCents),
  });
}

/**
 * Records that `totalCents` of a charge must go back, including earlier decisions and what banks have taken. No more is
 * taken from the order than it has. The charge's payment or issue must be locked.
 */
export async function postRefundDecision(
  tx: Transaction,
  transactionId: string,
  totalCents: number,
  { actor, at }: Cause,
): Promise<void> {
  const account = await accountOf(tx, transactionId);
  if (account === undefined) return;
  const decided = await sumLedgerOfKind(tx, transactionId, 'refund-decided');
  const left = await findHeld(tx, transactionId, account);
  const { notDue } = await sumTakenByBanks(tx, transactionId);
  const missing = totalCents - decided - notDue;
  const takenCents = Math.min(missing, left);
  const moves = [
    ownerMove(account, 'refunds_due', takenCents),
    ...(await takeFromSale(tx, transactionId, missing - takenCents)),
  ];
  const real = moves.filter(({ amountCents }) => amountCents > 0);
  if (real.length === 0) return;
  await postToLedger(tx, {
    kind: 'refund-decided',
    key: `refund-decided:${transactionId}:${decided + sumOf(real)}`,
    orderId: orderOf(account),
    charge: transactionId,
    actor,
    at,
    moves: real,
  });
}

/**
 * After a sale is completed, a refund is taken from its seller and from the fee, in proportion. The proportion is that of
 * all such refunds together, so that several parts are not rounded to another sum than one refund.
 */
async function takeFromSale(
  tx: Transaction,
  transactionId: string,
  amountCents: number,
): Promise<LedgerMove[]> {
  if (amountCents <= 0) return [];
  const rows = await listStandingEntries(tx, transactionId, 'completed', 'refund-decided', 'chargeback-lost');
  const completed = rows.filter(({ kind }) => kind === 'completed');
  const paidCents = sumOf(completed);
  const feeCents = sumOf(completed.filter(({ toAccount }) => toAccount === 'fees'));
  const seller = completed.find(({ toAccount }) => isSellerAccount(toAccount));
  const taken = rows.filter(isOfSale);
  const before = taken.filter(({ kind }) => kind === 'refund-decided');
  const lost = taken.filter(({ kind }) => kind === 'chargeback-lost');
  const feeBefore = sumOf(before.filter(({ fromAccount }) => fromAccount === 'fees'));
  const takenCents = Math.min(amountCents, Math.max(paidCents - sumOf(before) - sumOf(lost), 0));
  const feeOfAll = paidCents === 0 ? 0 : Math.round(((sumOf(before) + takenCents) * feeCents) / paidCents);
  const feePart = Math.min(Math.max(feeOfAll - feeBefore, 0), takenCents);
  return [
    ...(seller === undefined ? [] : [ownerMove(seller.toAccount, 'refunds_due', takenCents - feePart)]),
    ownerMove('fees', 'refunds_due', feePart),
  ];
}

/** Whether a row was taken from those among whom a completed sale was divided. */
const isOfSale = ({ fromAccount }: { readonly fromAccount: string }): boolean =>
  fromAccount === 'fees' || isSellerAccount(fromAccount);

/** What banks have taken of a charge in cents: in all, and without what was due to be refunded anyway. */
export async function sumTakenByBanks(
  tx: Transaction,
  transactionId: string,
): Promise<{ readonly inAll: number; readonly notDue: number }> {
  const lost = await listStandingEntries(tx, transactionId, 'chargeback-lost');
  const taken = lost.filter(({ side }) => side === 'owner');
  return {
    inAll: sumOf(taken),
    notDue: sumOf(taken.filter(({ fromAccount }) => fromAccount !== 'refunds_due')),
  };
}

const sumOf = (rows: readonly { readonly amountCents: number }[]): number =>
  rows.reduce((cents, { amountCents }) => cents + amountCents, 0);

/**
 * Updates the ledger by the stored refunds of a charge: those that have succeeded, and those that failed afterwards.
 * May run any number of times. The charge's payment or issue must be locked.
 */
export async function postRefunds(tx: Transaction, transactionId: string, at: Date): Promise<void> {
  const refunds = await listRefunds(tx, transactionId);
  if (refunds.length === 0) return;
  const account = await accountOf(tx, transactionId);
  if (account === undefined) return;
  const orderId = orderOf(account);
  for (const refund of refunds) {
    if (refund.state === 'failed' || refund.state === 'canceled')
      await postFailure(tx, transactionId, orderId, refund, at);
  }
  const succeeded = refunds.filter(({ state }) => state === 'succeeded');
  // A refund by hand at the processor is a decision, too.
  const { inAll } = await sumTakenByBanks(tx, transactionId);
  const total = sumOf(succeeded) + (await sumPaidByBank(tx, transactionId)) + inAll;
  await postRefundDecision(tx, transactionId, total, { actor: system, at });
  for (const { refundId, amountCents } of succeeded) {
    await postToLedger(tx, {
      kind: 'refund-succeeded',
      key: `refund:${refundId}`,
      orderId,
      charge: transactionId,
      actor: system,
      at,
      moves: bothSides('refunds_due', 'world', 'processor', 'world', amountCents),
    });
  }
  await postReturnedTwice(tx, { transactionId, orderId, returnedCents: total }, at);
}

/** A refund that never succeeded moved nothing. */
async function postFailure(
  tx: Transaction,
  transactionId: string,
  orderId: string | null,
  { refundId, amountCents }: RefundRow,
  at: Date,
): Promise<void> {
  if (refundId === null || (await listLedgerEntries(tx, `refund:${refundId}`)).length === 0) return;
  await postToLedger(tx, {
    kind: 'refund-failed',
    key: `refund-failed:${refundId}`,
    orderId,
    charge: transactionId,
    actor: system,
    at,
    moves: bothSides('world', 'refunds_due', 'world', 'processor', amountCents),
  });
}

/**
 * Records that `paidCents` of what was still due of a charge were refunded by bank. The charge's payment or issue must be
 * locked.
 */
export async function postBankRefund(
  tx: Transaction,
  { transactionId, amountCents: whole, paidCents }: Charge & { readonly paidCents: number },
  cause: Cause,
): Promise<void> {
  await postRefundDecision(tx, transactionId, whole, cause);
  const amountCents = Math.min(paidCents, await sumLedgerOfCharge(tx, transactionId, 'refunds_due'));
  if (amountCents <= 0) return;
  const account = await accountOf(tx, transactionId);
  const paidBefore = await sumPaidByBank(tx, transactionId);
  await postToLedger(tx, {
    ...cause,
    kind: 'refund-by-bank',
    // A charge can be refunded by bank in several parts.
    key: `refund-by-bank:${transactionId}${paidBefore === 0 ? '' : `:${paidBefore + amountCents}`}`,
    orderId: orderOf(account),
    charge: transactionId,
    moves: bothSides('refunds_due', 'world', 'bank', 'world', amountCents),
  });
}

/** How much of a charge was refunded by bank, without the processor, in cents. */
export const sumPaidByBank = (db: Executor, transactionId: string): Promise<number> =>
  sumLedgerOfKind(db, transactionId, 'refund-by-bank');

/** The accounts that may receive the money of a charge. */
export type ChargedAccount = 'unallocated' | `order:${string}`;

/** The account that received the money of a charge; undefined if it has not been recorded. */
export async function accountOf(tx: Transaction, transactionId: string): Promise<ChargedAccount | undefined> {
  const [first] = await listLedgerEntries(tx, `charge:${transactionId}`);
  if (first === undefined) return undefined;
  const [allocated] = await listLedgerEntries(tx, `charge-allocated:${transactionId}`);
  const orderId = allocated?.orderId ?? first.orderId;
  return orderId === null ? 'unallocated' : orderAccount(orderId);
}

/** The order of an account; null for every other account, and without one. */
export const orderOf = (account: ChargedAccount | undefined): string | null =>
  account?.startsWith('order:') === true ? account.slice('order:'.length) : null;

/** What the account that received a charge still has of it, in cents. */
export const findHeld = (tx: Transaction, transactionId: string, account: ChargedAccount): Promise<number> =>
  account === 'unallocated' ? sumLedgerOfCharge(tx, transactionId, account) : findLedgerBalance(tx, account);
