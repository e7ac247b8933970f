/** The notifications of sellers about their payouts. */
import type { ReadNotices } from '#server/notifications/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { findSeller } from './repository.ts';
import { findPayout, listReversals, type PayoutRow } from './store-payouts.ts';

/** Only transfers at the processor are ever in the state `sent`. */
export const readSentNotices: ReadNotices<'payout.sent'> = async (tx, { subject }) => {
  const { sellerId, amountCents: cents } = await getPayout(tx, subject);
  return [{ kind: 'payout-sent', personId: sellerId, data: { cents } }];
};

/** Without what was taken back before it arrived, because a sale's money went back to its buyer. */
export const readArrivedNotices: ReadNotices<'payout.paid'> = async (tx, { subject }) => {
  const { sellerId, amountCents, method } = await getPayout(tx, subject);
  const back = (await listReversals(tx, subject)).filter(({ state }) => state === 'succeeded');
  const cents = back.reduce((left, reversal) => left - reversal.amountCents, amountCents);
  if (cents <= 0) return [];
  return [{ kind: 'payout-paid', personId: sellerId, data: { cents, isByHand: method === 'manual' } }];
};

export const readFailedNotices: ReadNotices<'payout.failed'> = async (tx, { subject }) => {
  const payout = await getPayout(tx, subject);
  const { sellerId, amountCents: cents, failureReason: reason, method, bankSealed } = payout;
  const known = (await findSeller(tx, sellerId))?.bankSealed ?? null;
  // Sellers who never entered bank details here are not asked to enter them again.
  const isByHand = method === 'manual' && payout.bankEnding !== null;
  const details = known === bankSealed ? ('same' as const) : ('newer' as const);
  const data = { cents, reason, isByHand, ...(known === null ? {} : { details }) };
  return [{ kind: 'payout-failed', personId: sellerId, data }];
};

/** A seller whose money waits for their bank details. */
export const readWaitingNotices: ReadNotices<'payout.reminded'> = async (
  _tx,
  { subject, data: { cents } },
) => [{ kind: 'payout-waiting', personId: subject, data: { cents } }];

async function getPayout(tx: Transaction, id: string): Promise<PayoutRow> {
  const payout = await findPayout(tx, id);
  if (payout === undefined) throw new Error(`The payout ${id} is missing`);
  return payout;
}
