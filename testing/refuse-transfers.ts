/** A seller's bank that refuses a transfer. */
import { hourMs } from '#contract/durations.ts';
import { changePayout, listUnmadeReversals, lockPayout } from '#server/payouts/store-payouts.ts';
import { makeReversal, reverseRefusedTransfer } from '#server/payouts/reverse-transfers.ts';
import type { Market } from './market.ts';

/** As if the bank had refused a phone's transfers; they are reversed. */
export async function refuseTransfers({ services }: Market, productId: string): Promise<void> {
  const { db, payouts } = services;
  const { rows } = await db.$client.query<{ id: string }>(
    `select payouts.id from payouts join orders on orders.id = order_id
     where product_id = $1 and payouts.state = 'sent'`,
    [productId],
  );
  for (const { id } of rows)
    await db.transaction(async (tx) => {
      const payout = await lockPayout(tx, id);
      if (payout?.state !== 'sent') return;
      await changePayout(tx, id, { failureReason: 'The account is closed' });
      await reverseRefusedTransfer(tx, payouts, payout);
    });
  const unmade = await listUnmadeReversals(db, new Date(Date.now() + hourMs), 10);
  for (const id of unmade) await makeReversal(payouts, id);
}
