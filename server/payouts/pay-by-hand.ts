/**
 * Payouts by hand: what is owed is set aside as lines, paid by bank, and each line is confirmed or returned to its
 * seller.
 */
import type { Person } from '#contract/access.ts';
import { currency, formatCents } from '#contract/money.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { payoutErrors } from '#contract/payouts.ts';
import {
  type BalanceBlock,
  maxExportLines,
  type PayoutFailure,
  type PayoutLine,
  type SellerBalance,
} from '#contract/payouts-manual.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { recordStaffAction, type StaffAction } from '#server/staff/service.ts';
import { isSuspended, mayBePaid } from '#server/users/service.ts';
import { findDue } from './find-due.ts';
import type { PayoutServices } from './payout-services.ts';
import { bankReference, postBankPayout, postBankReturn } from './post-payouts.ts';
import { type BalanceRow, forgetBank, listBalanceRows, listExportable, lockSeller } from './repository.ts';
import * as store from './store-payouts.ts';
import { type Cell, writeCsv } from './write-csv.ts';

const fail = failWith(payoutErrors);

type ManualServices = Pick<PayoutServices, 'db' | 'clock' | 'seal' | 'method'>;

/**
 * Sets aside everything that is owed to sellers whose bank details we have, as one line each. Until it is decided,
 * nothing else is paid to them, so with two simultaneous exports each line is in one.
 *
 * @param most lines it has at most
 * @returns the export's id and how many lines it has
 * @throws Failure payouts.other-method, payouts.nothing-due
 */
export async function exportPayouts(
  services: ManualServices,
  { id: adminId }: Person,
  most = maxExportLines,
): Promise<{ id: string; lines: number }> {
  const { db, clock, method } = services;
  if (method !== 'manual') throw fail('payouts.other-method');
  return db.transaction(async (tx) => {
    const exportId = await store.insertExport(tx, adminId, clock.now());
    let lines = 0;
    let cents = 0;
    let after: string | undefined;
    // Sellers who cannot be paid now must not take the places of others.
    do {
      const sellerIds = await listExportable(tx, after, most);
      for (const sellerId of sellerIds) {
        if (lines >= most) break;
        const aside = await setAside(tx, services, { sellerId, exportId, adminId });
        lines += Number(aside > 0);
        cents += aside;
      }
      after = sellerIds.length < most ? undefined : sellerIds.at(-1);
    } while (after !== undefined && lines < most);
    if (lines === 0) throw fail('payouts.nothing-due');
    await recordStaffAction(tx, {
      kind: 'payouts-exported',
      actor: adminId,
      detail: `${formatCents(cents)}, lines: ${lines}, export ${exportId.slice(-12)}`,
      at: clock.now(),
    });
    return { id: exportId, lines };
  });
}

/** @returns how much was set aside, in cents */
async function setAside(
  tx: Transaction,
  { clock }: Pick<ManualServices, 'clock'>,
  { sellerId, exportId, adminId }: { sellerId: string; exportId: string; adminId: string },
): Promise<number> {
  const { bankSealed, bankEnding } = await lockSeller(tx, sellerId);
  if (bankSealed === null || !(await mayBePaid(tx, sellerId))) return 0;
  if ((await store.findRequested(tx, sellerId)) !== undefined) return 0;
  const { availableCents: amountCents } = await findDue(tx, sellerId, clock.now());
  if (amountCents <= 0) return 0;
  const line = { sellerId, method: 'manual', amountCents, exportId, bankSealed, bankEnding } as const;
  await store.insertPayout(tx, line, { role: 'admin', id: adminId });
  return amountCents;
}

const header = [
  'Line',
  'Account holder',
  'Account',
  'Bank code',
  'Amount',
  'Currency',
  'Reference',
  'Seller',
  'E-mail',
];

/**
 * The undecided lines of an export, as a file for the bank. It may be written again later: without lines that admins are
 * asked to take back, because a sale in them was lost since, or their seller suspended.
 *
 * @throws Failure payouts.not-found
 */
export async function writeExport({ db, seal, clock }: ManualServices, exportId: string): Promise<string> {
  if (!(await store.hasExport(db, exportId))) throw fail('payouts.not-found');
  const rows = [];
  for (const row of await store.listUndecidedOf(db, exportId))
    if (await isStillOwed(db, row.payout, clock.now())) rows.push(row);
  return writeCsv(
    header,
    rows.map(({ payout, name, email }): Cell[] => {
      const details = payout.bankSealed === null ? null : seal.open(payout.sellerId, payout.bankSealed);
      return [
        payout.id,
        details?.holder ?? 'The seller has to enter their details again',
        details?.account ?? '',
        details?.bankCode ?? '',
        { cents: payout.amountCents },
        currency.toUpperCase(),
        bankReference(payout.id),
        name,
        email,
      ];
    }),
  );
}

/**
 * Confirms that a line was paid by bank.
 *
 * @returns 1, or 0 if somebody has confirmed it already
 * @throws Failure payouts.not-found, payouts.over if it was marked as failed
 */
export function confirmPayout({ db, clock }: ManualServices, id: string, admin: Person): Promise<number> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state === 'paid') return 0;
    if (line.state !== 'requested') throw fail('payouts.over');
    const actor = { role: 'admin', id: admin.id } as const;
    const endedAt = clock.now();
    await store.movePayout(tx, id, 'paid', { actor, sentAt: endedAt, endedAt });
    await postBankPayout(tx, line, { actor, at: endedAt });
    await recordLine(tx, line, { kind: 'payout-confirmed', actor: admin.id, at: endedAt });
    return 1;
  });
}

/**
 * Takes a line back that was not paid: its file was a mistake, or a sale in it was lost since. The seller was told
 * nothing about it, and keeps their bank details.
 *
 * @returns 1, or 0 if somebody has done so already
 * @throws Failure payouts.not-found; payouts.over if it was paid or marked as failed
 */
export function cancelPayout({ db, clock }: ManualServices, id: string, admin: Person): Promise<number> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state === 'cancelled') return 0;
    if (line.state !== 'requested') throw fail('payouts.over');
    const actor = { role: 'admin', id: admin.id } as const;
    const endedAt = clock.now();
    await store.movePayout(tx, id, 'cancelled', { actor, endedAt });
    await recordLine(tx, line, { kind: 'payout-cancelled', actor: admin.id, at: endedAt });
    return 1;
  });
}

/**
 * Returns a line to its seller: it was not paid, or the bank has returned it. Nothing more is paid to these bank
 * details; the seller enters them again.
 *
 * @returns 1, or 0 if somebody has done so already
 * @throws Failure payouts.not-found; payouts.over if it cannot fail, or is not in the state that the admin saw
 */
export function failPayout(
  { db, clock }: ManualServices,
  id: string,
  { reason, state }: PayoutFailure,
  admin: Person,
): Promise<number> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state === 'failed') return 0;
    if (line.state !== 'requested' && line.state !== 'paid') throw fail('payouts.over');
    if (state !== undefined && state !== line.state) throw fail('payouts.over');
    const actor = { role: 'admin', id: admin.id } as const;
    const endedAt = clock.now();
    await store.movePayout(tx, id, 'failed', { actor, reason, failureReason: reason, endedAt });
    await forgetBank(tx, line.sellerId, line.bankSealed);
    if (line.state === 'paid') await postBankReturn(tx, line, { actor, at: endedAt });
    await recordLine(tx, line, { kind: 'payout-failed', actor: admin.id, words: reason, at: endedAt });
    return 1;
  });
}

/** Records what an admin has decided about a line. */
export const recordLine = (
  tx: Transaction,
  { id, sellerId, amountCents }: Pick<store.PayoutRow, 'id' | 'sellerId' | 'amountCents'>,
  action: Pick<StaffAction, 'kind' | 'actor' | 'words' | 'at'>,
): Promise<void> =>
  recordStaffAction(tx, {
    ...action,
    personId: sellerId,
    detail: `${formatCents(amountCents)}, ${bankReference(id)}`,
  });

async function lockLine(tx: Transaction, id: string): Promise<store.PayoutRow> {
  const line = await store.lockPayout(tx, id);
  if (line?.method !== 'manual') throw fail('payouts.not-found');
  return line;
}

/** Lines of payouts by hand, newest first. */
export async function listLines(
  { db, clock }: Pick<PayoutServices, 'db' | 'clock'>,
  { show, cursor, limit }: PageQuery & { show: 'open' | 'all' },
): Promise<Page<PayoutLine>> {
  const rows = await store.listByHand(db, show, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ payout }) => payout.id);
  const items: PayoutLine[] = [];
  // One after the other: a page of them at once would take every connection of the process.
  for (const { payout, name, email } of page.items)
    items.push({
      _id: payout.id,
      state: payout.state,
      seller: { _id: payout.sellerId, name, email },
      amountCents: payout.amountCents,
      coveredCents: await findCovered(db, payout, clock.now()),
      isSellerSuspended: payout.state === 'requested' && (await isSuspended(db, payout.sellerId)),
      bankEnding: payout.bankEnding,
      exportId: payout.exportId,
      requestedAt: payout.createdAt.toISOString(),
      endedAt: payout.endedAt?.toISOString() ?? null,
      reason: payout.failureReason,
    });
  return { ...page, items };
}

const isStillOwed = async (db: Executor, line: store.PayoutRow, now: Date): Promise<boolean> =>
  (await findCovered(db, line, now)) === line.amountCents && !(await isSuspended(db, line.sellerId));

/** A seller has at most one undecided line, so all that they can be paid covers it. */
async function findCovered(db: Executor, line: store.PayoutRow, now: Date): Promise<number | null> {
  if (line.state !== 'requested') return null;
  return Math.min((await findDue(db, line.sellerId, now)).availableCents, line.amountCents);
}

/** Sellers who are owed something that is not being paid out, or who owe something. */
export async function listBalances(
  services: Pick<PayoutServices, 'db' | 'method' | 'clock'>,
  { show, cursor, limit }: PageQuery & { show: 'owed' | 'owing' },
): Promise<Page<SellerBalance>> {
  const rows = await listBalanceRows(services.db, services.method, show, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ id }) => id);
  const items: SellerBalance[] = [];
  for (const row of page.items)
    items.push({
      seller: { _id: row.id, name: row.name, email: row.email },
      cents: Number(row.cents),
      isReady: row.is_ready,
      isByHand: row.is_by_hand,
      hasAccount: services.method === 'stripe' && row.has_account,
      ...(await blockOf(services, row)),
    });
  return { ...page, items };
}

const because = (blockedBy: BalanceBlock | null) => ({ blockedBy, refusal: null });

/** Why nothing is paid out, in the order in which a payout checks it. */
async function blockOf(
  { db, clock, method }: Pick<PayoutServices, 'db' | 'clock' | 'method'>,
  row: BalanceRow,
): Promise<Pick<SellerBalance, 'blockedBy' | 'refusal'>> {
  const { id, cents, is_ready: isReady, is_by_hand: isByHand, is_under_way: isUnderWay } = row;
  // Whom the processor has refused is paid by hand, once nothing else prevents it.
  const hasWay = isReady || isByHand || row.is_refused;
  if (!hasWay || Number(cents) <= 0) return because(null);
  if (await isSuspended(db, id)) return because('suspended');
  if (!(await mayBePaid(db, id))) return because('email');
  if (isUnderWay) return because('under-way');
  const { availableCents, refusal } = await findDue(db, id, clock.now());
  if (availableCents <= 0) return because('held-back');
  return method === 'stripe' && isReady && refusal !== null
    ? { blockedBy: 'refused', refusal }
    : because(null);
}
