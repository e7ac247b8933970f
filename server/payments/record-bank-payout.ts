/** What the processor pays out to the operator's own bank, in the ledger. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { system } from '#contract/states.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';

/**
 * Reads a payout from the processor and records it once it has arrived, and again where it came back. Any number of
 * times, in any order: the processor's own balance has the way out of a payout that failed as well.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit where the processor knows no such payout
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

/** Below zero the processor takes from the bank what its account has too little. */
const towardsBank = ({ amount }: Stripe.Payout) =>
  amount > 0
    ? ({ side: 'place', from: 'processor', to: 'bank', amountCents: amount } as const)
    : ({ side: 'place', from: 'bank', to: 'processor', amountCents: -amount } as const);
