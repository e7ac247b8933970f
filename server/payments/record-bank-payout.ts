/** Records the processor's payouts to the operator's own bank in the ledger. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { system } from '#contract/states.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';

/**
 * Reads a payout from the processor and records it once it has arrived, and its return if it came back. May run any
 * number of times, in any order: the processor's own balance contains the outgoing part of a failed payout as well.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor knows no such payout
 */
export async function recordBankPayout(
  { db, stripe, clock }: Pick<PaymentServices, 'db' | 'stripe' | 'clock'>,
  payoutId: string,
): Promise<void> {
  const payout = await askProcessor(() => stripe.payouts.retrieve(payoutId));
  const { amount, currency: code, status } = payout;
  const isBack = status === 'failed' || status === 'canceled';
  if (code !== currency || amount === 0 || (status !== 'paid' && !isBack)) return;
  await db.transaction(async (tx) => {
    const posting = { actor: system, at: clock.now() } as const;
    await postToLedger(tx, {
      ...posting,
      kind: 'payout-to-bank',
      key: `payout:${payoutId}`,
      moves: [towardsBank(payout)],
    });
    if (!isBack) return;
    const { from, to, ...move } = towardsBank(payout);
    await postToLedger(tx, {
      ...posting,
      kind: 'payout-failed',
      key: `payout-failed:${payoutId}`,
      moves: [{ ...move, from: to, to: from }],
    });
  });
}

/** If the account is negative, the processor debits the bank. */
const towardsBank = ({ amount }: Stripe.Payout) =>
  amount > 0
    ? ({ side: 'place', from: 'processor', to: 'bank', amountCents: amount } as const)
    : ({ side: 'place', from: 'bank', to: 'processor', amountCents: -amount } as const);
