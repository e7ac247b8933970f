import { system } from '#contract/states.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import * as repository from './repository.ts';

/** Ends a pending payment whose intent was cancelled; one that has got another intent meanwhile stays open. */
export async function closePending(db: Database, transactionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await repository.lockByTransaction(tx, transactionId);
    if (payment?.state === 'pending')
      await repository.movePayment(tx, payment.id, 'failed', { actor: system });
  });
}
