/**
 * Each kind of movement of the processor's balance, created as it happens in reality, for tests of the ledger's
 * comparison with it.
 */
import { recordMovement } from '#sandbox/stripe/balance-transactions.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { recordFees } from '#server/payments/record-fees.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { findSent, forgetTransfer } from './payouts.ts';
import type { Books } from './books.ts';
import { beginOrder, confirmCard, endPayouts, endRefunds, intentOf } from './card-processor.ts';
import { completedSale, onboard, openSides, untilSent } from './payouts.ts';

/** A movement at the processor. */
export interface Moved {
  /** The key of its event in the ledger. */
  readonly key: string;
  /** The movement's subject, and its type. */
  readonly source: string;
  readonly type: string;
  readonly cents: number;
}

type Make = (books: Books) => Promise<Moved>;

/** The seller's share of a phone for $420.50. */
const share = 39_898;

/** The processor has moved the money, but reported nothing. */
export const movementsWithoutEvent: Readonly<Record<string, Make>> = {
  charge: async ({ market }) => {
    const { secret } = await beginOrder(market);
    await confirmCard(market, secret);
    const intent = intentOf(secret);
    const source = await chargeOf(market, intent);
    return { key: `charge:${intent}`, source, type: 'charge', cents: 42_050 };
  },
  'processor-fee': async (books) => {
    const { intent } = await books.settled();
    const source = await chargeOf(books.market, intent);
    return { key: `processor-fee:${intent}`, source, type: 'charge', cents: -1249 };
  },
  refund: async (books) => {
    const { intent } = await books.settled();
    await recordFees(books.market.services);
    const { id } = await books.market.services.stripe.refunds.create({ payment_intent: intent, amount: 500 });
    return { key: `refund:${id}`, source: id, type: 'refund', cents: -500 };
  },
  'refund-failed': async (books) => {
    const { intent } = await books.settled('pm_card_refundFail');
    const { services } = books.market;
    await recordFees(services);
    const { id } = await services.stripe.refunds.create({ payment_intent: intent, amount: 500 });
    await recordRefunds(services, intent);
    await endRefunds(books.market);
    return { key: `refund-failed:${id}`, source: id, type: 'refund_failure', cents: 500 };
  },
  transfer: async (books) => {
    const { payoutId, transferId } = await sentTransfer(books);
    await forgetTransfer(books.market, payoutId);
    return { key: `transfer:${transferId}`, source: transferId, type: 'transfer', cents: -share };
  },
  'transfer-back': async (books) => {
    const { transferId } = await sentTransfer(books);
    const { transfers } = books.market.services.stripe;
    const { id } = await transfers.createReversal(transferId, { amount: 700 });
    return { key: `transfer-back:${id}`, source: id, type: 'transfer_refund', cents: 700 };
  },
};

/** The ledger records these itself, or when an admin requests it. */
const recordedMovements: Readonly<Record<string, Make>> = {
  'chargeback-lost': async (books) => {
    const dispute = await lostChargeback(books);
    return { key: `chargeback-lost:${dispute}`, source: dispute, type: 'adjustment', cents: -42_050 };
  },
  'chargeback-fee': async (books) => {
    const dispute = await lostChargeback(books);
    return { key: `chargeback-fee:${dispute}`, source: dispute, type: 'adjustment', cents: -1500 };
  },
  payout: async (books) => {
    const id = await payOut(books, 700);
    return { key: `payout:${id}`, source: id, type: 'payout', cents: -700 };
  },
  'payout-failed': async (books) => {
    const id = await payOut(books, 400, 'ba_sandbox_closed');
    return { key: `payout-failed:${id}`, source: id, type: 'payout_failure', cents: 400 };
  },
  movement: async (books) => {
    const source = `fee_${crypto.randomUUID()}`;
    const { id } = await recordMovement(books.market.services.db.$client, {
      type: 'stripe_fee',
      category: 'fee',
      amount: -2_500,
      currency: 'usd',
      source,
      description: 'Radar',
    });
    await record(books, `movement:${id}`);
    return { key: `movement:${id}`, source, type: 'stripe_fee', cents: -2_500 };
  },
  topup: async (books) => {
    const { id } = await books.market.services.stripe.topups.create({ amount: 7_000, currency: 'usd' });
    await record(books, `topup:${id}`);
    return { key: `topup:${id}`, source: id, type: 'topup', cents: 7_000 };
  },
};

/** Both the processor and the ledger have it. */
export const bookedMovements: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(
    Object.entries(movementsWithoutEvent).map(([name, make]): [string, Make] => [
      name,
      async (books) => {
        const moved = await make(books);
        await books.reconcile();
        await books.processed(await books.differenceOf(moved.key));
        return moved;
      },
    ]),
  ),
  ...recordedMovements,
};

async function chargeOf({ services }: Books['market'], intent: string): Promise<string> {
  const { data } = await services.stripe.charges.list({ payment_intent: intent });
  return data[0]?.id ?? '';
}

/** A sale whose money was transferred to its seller. */
async function sentTransfer({ market }: Books): Promise<{ payoutId: string; transferId: string }> {
  const sides = await openSides(market);
  await onboard(sides.seller);
  await sides.seller.post('/payouts/onboarding/check', {});
  await completedSale(market, sides);
  await untilSent(sides.seller, share);
  await recordFees(market.services);
  return findSent(market, sides.seller);
}

/** @returns the dispute */
async function lostChargeback(books: Books): Promise<string> {
  const { intent } = await books.settled('pm_card_createDispute');
  const { services } = books.market;
  await recordFees(services);
  const dispute = (await services.stripe.disputes.list({ payment_intent: intent })).data[0]?.id ?? '';
  await services.stripe.disputes.close(dispute);
  await recordChargebacks(services, intent);
  await books.reconcile();
  return dispute;
}

async function payOut(books: Books, amount: number, destination = 'ba_sandbox_open'): Promise<string> {
  await books.settled();
  await books.market.services.db.$client.query(
    `update sandbox_stripe.objects set data = (data::jsonb || '{"available_on": 1}')::json
     where object = 'balance_transaction'`,
  );
  const { id } = await books.market.services.stripe.payouts.create({ amount, currency: 'usd', destination });
  await endPayouts(books.market);
  await books.reconcile();
  return id;
}

async function record(books: Books, key: string): Promise<void> {
  await books.reconcile();
  const found = await books.differenceOf(key);
  const { status } = await (await books.call()).post(`/ledgerDifferences/${found?._id}/record`, {});
  if (status !== 200) throw new Error(`${key} was not recorded: ${status}`);
}
