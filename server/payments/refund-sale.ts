/** Refunds the money of a sale: all of it or a part, as its order decides. */
import type { Cause } from '#server/ledger/service.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { postRefundDecision } from './post-money.ts';
import { refundQueue } from './queue-followups.ts';
import * as repository from './repository.ts';

/**
 * Decides to refund a part of what a sale's buyer paid, in addition to earlier decisions; without `partCents`,
 * everything that is left. The attempts follow in a job. If everything was refunded already, nothing happens. The
 * booking must be locked.
 */
export async function refundSale(
  tx: Transaction,
  { jobs }: { readonly jobs: Jobs },
  bookingId: string,
  cause: Cause,
  partCents?: number,
): Promise<void> {
  const known = await repository.findByBooking(tx, bookingId);
  const payment = known && (await repository.lockPayment(tx, known.id));
  if (payment?.state !== 'succeeded') return;
  const { id, transactionId, amountCents } = payment;
  const before = repository.returningOf(payment);
  const refundCents = Math.min(amountCents, before + (partCents ?? amountCents));
  if (refundCents === before) return;
  await repository.markRefundDue(tx, id, refundCents);
  await postRefundDecision(tx, transactionId, refundCents, cause);
  await jobs.enqueue(tx, refundQueue, { transactionId });
}
