/** The notifications of buyer and seller about refunds. */
import type { Notice } from '#contract/notification-kinds.ts';
import { getParties } from '#server/bookings/service.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { listAdmins } from '#server/users/service.ts';
import { findByTransaction, isReturned } from './repository.ts';
import { type ChargebackRow, findChargeback } from './store-chargebacks.ts';
import { findIssueById } from './store-issues.ts';

/** Both sides of a booking whose payment was refunded. */
export const readRefundNotices: ReadNotices<'booking.refunded'> = async (tx, { subject }) => {
  const { model, buyerId, sellerId } = await getParties(tx, subject);
  return [
    { kind: 'money-returned', personId: buyerId, data: { model } },
    { kind: 'late-payment-returned', personId: sellerId, data: { model } },
  ];
};

/** All admins, if a bank has begun a chargeback or an inquiry; and the seller, if the bank holds their money. */
export const readChargebackNotices: ReadNotices<'chargeback.open' | 'chargeback.inquiry'> = async (
  tx,
  { subject, data: { to } },
) => {
  const chargeback = await findChargeback(tx, subject);
  if (chargeback === undefined) return [];
  const { amountCents: cents, reason, dueAt } = chargeback;
  const data = { isInquiry: to === 'inquiry', cents, reason, dueAt: dueAt?.toISOString() ?? null };
  const admins = (await listAdmins(tx)).map(
    (personId) => ({ kind: 'chargeback-opened', personId, data }) as const,
  );
  return to === 'open' ? [...admins, ...(await readSellerNotice(tx, chargeback))] : admins;
};

async function readSellerNotice(
  tx: Transaction,
  { transactionId }: ChargebackRow,
): Promise<Notice<'payment-held-back'>[]> {
  const payment = await findByTransaction(tx, transactionId);
  // A payment that is being refunded anyway is no sale.
  if (payment?.state !== 'succeeded' || isReturned(payment)) return [];
  const { bookingId: orderId } = payment;
  const { model, sellerId } = await getParties(tx, orderId);
  return [{ kind: 'payment-held-back', personId: sellerId, data: { model, orderId } }];
}

/** The buyer whose refund has failed too often; not again if an admin's attempts have failed as well. */
export const readDelayNotices: ReadNotices<'charge-issue.open'> = async (tx, { subject, data }) => {
  const issue = await findIssueById(tx, subject);
  if (data.from !== null || issue?.problem !== 'refund-failed' || issue.bookingId === null) return [];
  const { model, buyerId } = await getParties(tx, issue.bookingId);
  return [{ kind: 'money-delayed', personId: buyerId, data: { model } }];
};
