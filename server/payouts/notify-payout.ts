/** The notifications of sellers about their payouts. */
import { sellerAccount } from '#contract/ledger.ts';
import type { FailedPayout } from '#contract/payouts-notifications.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { findPerson, listAdmins } from '#server/users/service.ts';
import { findSeller, isRejected } from './repository.ts';
import { findLeft, findPayout, isRefusedTransfer, type PayoutRow } from './store-payouts.ts';

/** Only transfers at the processor are ever in the state `sent`. */
export const readSentNotices: ReadNotices<'payout.sent'> = async (tx, { subject }) => {
  const { sellerId, amountCents: cents } = await getPayout(tx, subject);
  return [{ kind: 'payout-sent', personId: sellerId, data: { cents } }];
};

/** Without what was taken back before it arrived, because a sale's money went back to its buyer. */
export const readArrivedNotices: ReadNotices<'payout.paid'> = async (tx, { subject }) => {
  const payout = await getPayout(tx, subject);
  const cents = await findLeft(tx, payout);
  if (cents <= 0) return [];
  const isByHand = payout.method === 'manual';
  return [{ kind: 'payout-paid', personId: payout.sellerId, data: { cents, isByHand } }];
};

/**
 * Likewise: what went back to a buyer is not the seller's. A transfer that the processor has refused is tried again; its
 * seller is told only if something is wrong with their account there.
 */
export const readFailedNotices: ReadNotices<'payout.failed'> = async (tx, { subject }) => {
  const payout = await getPayout(tx, subject);
  const cents = await findLeft(tx, payout, 'debt');
  const { sellerId, failureReason, method } = payout;
  const isRefused = isRefusedTransfer(payout);
  if (isRefused && (await findSeller(tx, sellerId))?.isReady === true) return [];
  const reason = isRefused ? null : failureReason;
  const isByHand = method === 'manual';
  const isOwed = (await findLedgerBalance(tx, sellerAccount(sellerId))) <= 0;
  const details = isOwed ? 'owed' : await findNextDetails(tx, payout);
  const data = { cents, reason, isByHand, details };
  return [{ kind: 'payout-failed', personId: sellerId, data }];
};

/** Where the money of a payout that failed goes next; undefined if its seller is to enter bank details. */
async function findNextDetails(
  tx: Transaction,
  { sellerId, method, bankEnding }: PayoutRow,
): Promise<FailedPayout['details']> {
  const isByHand = method === 'manual';
  // Taken out alone: the seller cannot enter any, and an admin has asked them by e-mail before.
  if (isByHand && bankEnding === null) return 'ask';
  // Those with which it failed are deleted.
  const seller = await findSeller(tx, sellerId);
  if (isByHand && seller?.bankSealed != null) return 'newer';
  const isRefused = !isByHand && seller !== undefined && isRejected(seller);
  return isRefused || (await findPerson(tx, sellerId)) === undefined ? 'ask' : undefined;
}

/** A seller whose money waits for their bank details. */
export const readWaitingNotices: ReadNotices<'payout.reminded'> = async (
  _tx,
  { subject, data: { cents } },
) => [{ kind: 'payout-waiting', personId: subject, data: { cents } }];

/** The seller whom the processor refuses to pay, and all admins, who have to find another way. */
export const readRefusedSellerNotices: ReadNotices<'payout.refused'> = async (tx, { subject }) => {
  const name = (await findPerson(tx, subject))?.name ?? null;
  const admins = (await listAdmins(tx)).map(
    (personId) => ({ kind: 'seller-refused', personId, data: { name } }) as const,
  );
  return [{ kind: 'payouts-refused', personId: subject, data: undefined }, ...admins];
};

/** Sellers are told that we pay them to another account: somebody else may have changed it. */
export const readBankNotices: ReadNotices<'payout.bank-changed'> = async (tx, { subject }) => {
  const ending = (await findSeller(tx, subject))?.bankEnding ?? null;
  return ending === null ? [] : [{ kind: 'bank-changed', personId: subject, data: { ending } }];
};

async function getPayout(tx: Transaction, id: string): Promise<PayoutRow> {
  const payout = await findPayout(tx, id);
  if (payout === undefined) throw new Error(`The payout ${id} is missing`);
  return payout;
}
