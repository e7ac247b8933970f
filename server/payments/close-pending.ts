import { system } from '#contract/states.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import * as repository from './repository.ts';

/** Ends a pending payment whose intent was cancelled; if it has got another intent meanwhile, it remains open. */
export async function closePending(db: Database, transactionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await repository.lockByTransaction(tx, transactionId);
    if (payment?.state === 'pending')
      await repository.movePayment(tx, payment.id, 'failed', { actor: system });
  });
}
