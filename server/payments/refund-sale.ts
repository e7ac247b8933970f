/** The money of a sale goes back, because its order ended without one. */
import type { Actor } from '#contract/states.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { postRefundDecision } from './post-money.ts';
import { refundQueue } from './queue-followups.ts';
import * as repository from './repository.ts';

/**
 * Decides to give everything back that a sale's buyer was charged; the attempts follow in a job. Once, however often it
 * is called, and nothing is left to do where it went back already. The booking must be locked.
 */
export async function refundSale(
  tx: Transaction,
  { jobs }: { readonly jobs: Jobs },
  bookingId: string,
  cause: { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  const known = await repository.findByBooking(tx, bookingId);
  const payment = known && (await repository.lockPayment(tx, known.id));
  if (payment?.state !== 'succeeded' || payment.isRefundDue) return;
  const { id, transactionId, amountCents } = payment;
  await repository.markRefundDue(tx, id);
  await postRefundDecision(tx, transactionId, amountCents, cause);
  await jobs.enqueue(tx, refundQueue, { transactionId });
}
