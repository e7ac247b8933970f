/** Handles the processor's events of sellers' accounts and transfers. Each is only a reason to ask the processor. */
import type Stripe from 'stripe';

import { askProcessor, type OnSellerEvent } from '#server/payments/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';
import { followTransfer } from './make-transfer.ts';
import { refreshAccount } from './onboard-seller.ts';
import type { PayoutServices } from './payout-services.ts';
import { followReversals } from './follow-reversals.ts';
import { removeAccount } from './repository.ts';
import { reverseRefusedTransfer } from './reverse-transfers.ts';
import { changePayout, findByTransfer, lockPayout, movePayout, type PayoutRow } from './store-payouts.ts';

/** Handles an event of the inbox, any number of times and in any order: `OnSellerEvent` of the payments. */
export const followSellerEvent =
  (services: PayoutServices): OnSellerEvent =>
  async ({ type, account, objectId }) => {
    if (account === null && objectId !== null) {
      if (type === 'transfer.created') return followTransfer(services, objectId);
      if (type === 'transfer.reversed') return followReversals(services, objectId);
    }
    if (account === null) return undefined;
    if (type === 'account.updated') return refreshAccount(services, account);
    if (type === 'account.application.deauthorized') return removeAccount(services.db, account);
    if (type.startsWith('payout.') && objectId !== null) return followBankPayout(services, account, objectId);
    return undefined;
  };

/**
 * Updates the payouts that were part of a payout to a bank by its outcome.
 *
 * @throws Failure payments.processor-unreachable
 */
async function followBankPayout(
  services: PayoutServices,
  account: string,
  bankPayoutId: string,
): Promise<void> {
  const { db, stripe } = services;
  const onAccount = { stripeAccount: account };
  const bankPayout = await askProcessor(() => stripe.payouts.retrieve(bankPayoutId, {}, onAccount));
  const transferIds = await askProcessor(() => listTransfersIn(stripe, bankPayoutId, onAccount));
  for (const transferId of transferIds) {
    const known = await findByTransfer(db, transferId);
    if (known?.accountId !== account) continue;
    if (bankPayout.status === 'paid')
      await db.transaction((tx) => markArrived(tx, services, known.id, bankPayoutId));
    if (bankPayout.status === 'failed' || bankPayout.status === 'canceled')
      await db.transaction((tx) => recordReturn(tx, services, known, bankPayout));
  }
  if (bankPayout.status === 'failed') await refreshAccount(services, account);
}

/** The transfers that a payout to a bank consists of. */
async function listTransfersIn(
  stripe: Stripe,
  payout: string,
  onAccount: { stripeAccount: string },
): Promise<string[]> {
  const ids: string[] = [];
  const parts = stripe.balanceTransactions.list(
    { payout, type: 'payment', limit: 100, expand: ['data.source'] },
    onAccount,
  );
  for await (const { source } of parts) {
    if (source === null || typeof source === 'string' || source.object !== 'charge') continue;
    const transferId = idOf(source.source_transfer);
    if (transferId !== undefined) ids.push(transferId);
  }
  return ids;
}

async function markArrived(
  tx: Transaction,
  { clock }: PayoutServices,
  id: string,
  bankPayoutId: string,
): Promise<void> {
  const payout = await lockPayout(tx, id);
  // An older event does not override a bank's refusal.
  if (payout?.state !== 'sent' || payout.failureReason !== null) return;
  await movePayout(tx, id, 'paid', { bankPayoutId, endedAt: clock.now() });
}

/**
 * The seller's bank refused or returned it: the transfer is reversed, then the money belongs to the seller's balance
 * again.
 */
async function recordReturn(
  tx: Transaction,
  services: PayoutServices,
  { id }: PayoutRow,
  { id: bankPayoutId, failure_message: message, failure_code: code, status }: Stripe.Payout,
): Promise<void> {
  const payout = await lockPayout(tx, id);
  if (payout === undefined || (payout.state !== 'sent' && payout.state !== 'paid')) return;
  if (payout.failureReason !== null) return;
  await changePayout(tx, id, { bankPayoutId, failureReason: message ?? code ?? status });
  await reverseRefusedTransfer(tx, services, payout);
}
