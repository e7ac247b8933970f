/** Records what an admin decides about a charge. */
import { formatAmount, fromSmallestUnit } from '#contract/format-amount.ts';
import { findBookingState } from '#server/bookings/service.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { recordStaffAction, type StaffAction } from '#server/staff/service.ts';
import { findByTransaction } from './repository.ts';
import { findIssue } from './store-issues.ts';

/** The amount is in the smallest unit of its currency. */
interface Charge {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
}

type Decision = Pick<StaffAction, 'kind' | 'actor' | 'words' | 'at'> & {
  /** The processor's id of what is decided about. */
  readonly reference: string;
};

/** Records a decision about a charge, in the transaction that stores its outcome. */
export async function recordDecision(
  tx: Transaction,
  { transactionId, amountCents, currency }: Charge,
  { reference, ...decision }: Decision,
): Promise<void> {
  const amount = formatAmount({ amount: fromSmallestUnit(amountCents, currency), currency });
  const concerned = await findConcerned(tx, transactionId);
  await recordStaffAction(tx, { ...decision, ...concerned, detail: `${amount}, ${reference}` });
}

/** The order that the charge paid or names; else the buyer whose booking it names. */
async function findConcerned(
  db: Executor,
  transactionId: string,
): Promise<Pick<StaffAction, 'orderId' | 'personId'>> {
  const charge = (await findByTransaction(db, transactionId)) ?? (await findIssue(db, transactionId));
  if (charge?.bookingId == null) return {};
  const booking = await findBookingState(db, charge.bookingId);
  if (booking === undefined) return {};
  return booking.state === 'paid' ? { orderId: booking.id } : { personId: booking.buyerId };
}
