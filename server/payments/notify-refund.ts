/** The notifications of buyer and seller about refunds. */
import { fromSmallestUnit } from '#contract/format-amount.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import type { OfBuyer } from '#contract/payments-notifications.ts';
import { getParties, listPaidAmong } from '#server/bookings/service.ts';
import { listStandingEntries } from '#server/ledger/service.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { listAdmins } from '#server/users/service.ts';
import { readLeft, referenceIn } from './decide-issue.ts';
import { findByTransaction, getByBooking, goesBackInFull, isSettled, type PaymentRow } from './repository.ts';
import { findChargeback, sumLost } from './store-chargebacks.ts';
import { listRefunds } from './store-refunds.ts';
import { findIssueById, hadSucceeded, type IssueRow } from './store-issues.ts';

/** Both sides of a booking whose payment was refunded. */
export const readRefundNotices: ReadNotices<'booking.refunded'> = async (tx, { subject }) => {
  const { model, buyerId, sellerId } = await getParties(tx, subject);
  const { refundId, transactionId, amountCents: cents } = await getByBooking(tx, subject);
  const isByBank = refundId === null && (await sumLost(tx, transactionId)) > 0;
  const toBuyer = { kind: 'money-returned', personId: buyerId, data: { model, cents, isByBank } } as const;
  return [
    // What an admin has paid back in another way has its own notification.
    ...(refundId !== null || isByBank ? [toBuyer] : []),
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
  const { transactionId, amountCents: cents, currency, reason, dueAt } = chargeback;
  const payment = await findByTransaction(tx, transactionId);
  const model = payment === undefined ? undefined : (await getParties(tx, payment.bookingId)).model;
  const isSale =
    payment !== undefined && (await listPaidAmong(tx, [payment.bookingId])).has(payment.bookingId);
  const data = {
    isInquiry: to === 'inquiry',
    model,
    isSale,
    isCompleted: await isCompleted(tx, transactionId),
    cents,
    currency,
    reason,
    dueAt: dueAt?.toISOString() ?? null,
  };
  const admins = (await listAdmins(tx)).map(
    (personId) => ({ kind: 'chargeback-opened', personId, data }) as const,
  );
  return to === 'open' ? [...admins, ...(await readSellerNotice(tx, payment))] : admins;
};

async function readSellerNotice(
  tx: Transaction,
  payment: PaymentRow | undefined,
): Promise<Notice<'payment-held-back'>[]> {
  // A payment that is being refunded anyway is no sale.
  if (payment?.state !== 'succeeded' || goesBackInFull(payment)) return [];
  const { bookingId: orderId, transactionId } = payment;
  const { model, sellerId } = await getParties(tx, orderId);
  const data = { model, orderId, isCompleted: await isCompleted(tx, transactionId) };
  return [{ kind: 'payment-held-back', personId: sellerId, data }];
}

/** Whether the seller has got the money of a charge. */
const isCompleted = async (tx: Transaction, transactionId: string): Promise<boolean> =>
  (await listStandingEntries(tx, transactionId, 'completed')).length > 0;

/**
 * The buyer of a charge that matches nothing; or the buyer whose refund has failed too often, but not again if an
 * admin's attempts have failed at once: then nothing has changed for the buyer.
 */
export const readIssueNotices: ReadNotices<'charge-issue.open'> = async (tx, { subject, data }) => {
  if (data.from === 'refunding' && !(await hadSucceeded(tx, subject))) return [];
  const issue = await findIssueById(tx, subject);
  if (issue?.problem !== 'refund-failed') return readExtraNotice(tx, issue, 'charged-more');
  const buyer = await findBuyer(tx, issue.bookingId);
  if (buyer === undefined) return [];
  // Nothing is left if it has gone back since the event.
  const cents = (await readLeft(tx, issue)).leftCents || issue.amountCents;
  return [{ kind: 'money-delayed', ...withAmount(buyer, cents, issue.currency) }];
};

/**
 * The buyer of a charge that matched nothing and was refunded; or whose refund has arrived after it had failed too often,
 * if it was a refund and not their bank. For an order, the bank's decision is part of the order's notification.
 */
export const readIssueEndNotices: ReadNotices<'charge-issue.refunded'> = async (tx, { subject, data }) => {
  const issue = await findIssueById(tx, subject);
  if (issue === undefined) return [];
  const refund = (await listRefunds(tx, issue.transactionId)).findLast(({ state }) => state === 'succeeded');
  const isByBank = refund === undefined;
  if (issue.problem !== 'refund-failed') {
    // One that had succeeded before and failed is the same news again.
    const isNews = data.from === 'refunding' && (isByBank || !(await hadSucceeded(tx, subject)));
    return isNews ? readExtraNotice(tx, issue, 'extra-charge-returned', isByBank) : [];
  }
  const buyer = await findBuyer(tx, issue.bookingId);
  if (buyer === undefined) return [];
  if (refund !== undefined)
    return [{ kind: 'money-sent-again', ...withAmount(buyer, refund.amountCents, issue.currency) }];
  const { personId, data: of } = buyer;
  if (of.orderId !== null) return [];
  return [
    { kind: 'money-returned', personId, data: { model: of.model, cents: issue.amountCents, isByBank } },
  ];
};

/** The buyer of a charge that an admin has paid back in another way. */
export const readSettledNotices: ReadNotices<'charge-issue.settled'> = async (tx, { subject, data }) => {
  const issue = await findIssueById(tx, subject);
  if (issue === undefined) return [];
  const buyer = await findBuyer(tx, issue.bookingId);
  if (buyer === undefined) return [];
  // Other parts of the charge may have gone back before.
  const byBank = await listStandingEntries(tx, issue.transactionId, 'refund-by-bank');
  const last = byBank.toSorted((one, other) => one.id.localeCompare(other.id)).at(-1);
  const { currency } = issue;
  const paid = { amount: fromSmallestUnit(last?.amountCents ?? issue.amountCents, currency), currency };
  return [
    {
      kind: 'settled-elsewhere',
      personId: buyer.personId,
      data: { ...buyer.data, paid, reference: referenceIn(data.reason) },
    },
  ];
};

interface ToBuyer {
  readonly personId: string;
  readonly data: OfBuyer;
}

const withAmount = ({ personId, data }: ToBuyer, cents: number, currency: string) => ({
  personId,
  data: { ...data, back: { amount: fromSmallestUnit(cents, currency), currency } },
});

/** With the order, if there is one: a buyer may have bought several phones of one model. */
async function findBuyer(tx: Transaction, bookingId: string | null): Promise<ToBuyer | undefined> {
  if (bookingId === null) return undefined;
  const { model, buyerId } = await getParties(tx, bookingId);
  const orderId = (await listPaidAmong(tx, [bookingId])).has(bookingId) ? bookingId : null;
  return { personId: buyerId, data: { model, orderId } };
}

async function readExtraNotice(
  tx: Transaction,
  issue: IssueRow | undefined,
  kind: 'charged-more' | 'extra-charge-returned',
  isByBank = false,
): Promise<Notice<'charged-more' | 'extra-charge-returned'>[]> {
  if (issue === undefined || issue.bookingId === null) return [];
  const { transactionId, bookingId, problem, amountCents, currency } = issue;
  // A charge that was refunded before it was found needs no mail; for a charge that paid its order, the order has its
  // own notifications.
  if (problem === 'returned' || (await isSettled(tx, transactionId))) return [];
  const { model, buyerId } = await getParties(tx, issue.bookingId);
  const charge = { model, amount: fromSmallestUnit(amountCents, currency), currency };
  if (kind !== 'charged-more') return [{ kind, personId: buyerId, data: { ...charge, isByBank } }];
  const isPaid = problem === 'paid-already' || (await listPaidAmong(tx, [bookingId])).has(bookingId);
  return [{ kind, personId: buyerId, data: { ...charge, isPaid } }];
}
