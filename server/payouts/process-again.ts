/** Asks the processor again about a transfer or a reversal, and acts on the answer. */
import { askProcessor } from '#server/payments/service.ts';
import { transferTakenBackIn } from '#server/platform/stripe/id-of.ts';
import { followTransfer } from './make-transfer.ts';
import type { PayoutServices } from './payout-services.ts';
import { followReversals } from './follow-reversals.ts';

/**
 * Updates the ledger by the processor's current data about a transfer: its payment (`transfer:tr_…`) or its reversal
 * (`transfer-back:trr_…`). Does nothing for other keys.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor does not know it
 */
export async function processTransferAgain(services: PayoutServices, key: string): Promise<void> {
  const [kind, subject = ''] = key.split(':');
  if (kind === 'transfer') return followTransfer(services, subject);
  if (kind !== 'transfer-back') return undefined;
  const transferId = await findTransferOf(services, subject);
  return transferId === undefined ? undefined : followReversals(services, transferId);
}

/** The processor returns a reversal only by its transfer, whose id is in the balance transaction. */
async function findTransferOf({ stripe }: PayoutServices, reversalId: string): Promise<string | undefined> {
  const { data } = await askProcessor(() =>
    stripe.balanceTransactions.list({ source: reversalId, limit: 1, expand: ['data.source'] }),
  );
  return data[0] && transferTakenBackIn(data[0]);
}
