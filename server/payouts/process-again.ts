/** Asks the processor once more about a transfer or what came back of one, and does what follows. */
import type Stripe from 'stripe';

import { askProcessor } from '#server/payments/service.ts';
import { followTransfer } from './make-transfer.ts';
import type { PayoutServices } from './payout-services.ts';
import { followReversals } from './take-back.ts';

/**
 * Brings the ledger in line with what the processor says of a transfer now: of its way out (`transfer:tr_…`) or of what
 * came back (`transfer-back:trr_…`). Nothing happens for what is no payout of ours.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit where the processor does not know it
 */
export async function processTransferAgain(services: PayoutServices, key: string): Promise<void> {
  const [kind, subject = ''] = key.split(':');
  if (kind === 'transfer') return followTransfer(services, subject);
  if (kind !== 'transfer-back') return undefined;
  const transferId = await findTransferOf(services, subject);
  return transferId === undefined ? undefined : followReversals(services, transferId);
}

/** A reversal is read by its transfer alone: its movement of the balance says which one that is. */
async function findTransferOf({ stripe }: PayoutServices, reversalId: string): Promise<string | undefined> {
  const { data } = await askProcessor(() =>
    stripe.balanceTransactions.list({ source: reversalId, limit: 1, expand: ['data.source'] }),
  );
  return transferIdOf(data[0]?.source ?? null);
}

function transferIdOf(source: Stripe.BalanceTransaction['source']): string | undefined {
  if (source === null || typeof source === 'string' || source.object !== 'transfer_reversal')
    return undefined;
  return typeof source.transfer === 'string' ? source.transfer : source.transfer.id;
}
