// Random histories of a deal, with simultaneous actions of people, the clock, the processor and the bank: the order is
// in a state that the machine allows, no cent is lost, and in the end the ledger agrees with the processor's own books.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { LedgerDifference } from '#contract/reconciliation.ts';
import { endDueRefunds } from '#sandbox/stripe/refund-outcomes.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { recordFees } from '#server/payments/record-fees.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { makeTransfer } from '#server/payouts/make-transfer.ts';
import { requestPayout } from '#server/payouts/request-payout.ts';
import { findRequested } from '#server/payouts/store-payouts.ts';
import { settleDebt } from '#server/payouts/take-back.ts';
import { disagreements } from '#testing/agreement.ts';
import { type Books, openBooks } from '#testing/books.ts';
import {
  beginning,
  callStep,
  type CallStep,
  type Deal,
  groupsOf,
  openDeal,
  wantedHistories,
} from '#testing/deal-history.ts';
import { takeProcessorDown } from '#testing/card-processor.ts';
import type { Sides } from '#testing/order-requests.ts';
import { onboard, openSides } from '#testing/payouts.ts';
import { refuseTransfers } from '#testing/refuse-transfers.ts';
import { signInAgain } from '#testing/sign-in-again.ts';

const wanted = wantedHistories.usual;

/** How many histories share a database: each check reads its whole ledger. */
const perBlock = 100;

let books: Books;
let people: { -readonly [side in keyof Sides]: Sides[side] };
beforeEach(async () => {
  books = await openBooks();
  people = await openSides(books.market);
  await beASeller();
});
afterEach(() => books.close());

type Step =
  | CallStep
  | { readonly act: 'refund by hand'; readonly cents: number }
  | { readonly act: 'decide chargeback'; readonly isWon: boolean }
  | { readonly act: 'refund job' | 'end refunds' | 'pay out' | 'bank refuses' | 'escalate inquiry' }
  | { readonly act: 'delete'; readonly who: 'buyer' | 'seller' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 50, arbitrary: callStep },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('refund by hand' as const),
      cents: fc.integer({ min: 1, max: 42_050 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('decide chargeback' as const), isWon: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'refund job' as const,
        'end refunds' as const,
        'pay out' as const,
        'bank refuses' as const,
        'escalate inquiry' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('delete' as const),
      who: fc.constantFrom('buyer' as const, 'seller' as const),
    }),
  },
);
const history = fc.record({
  begin: beginning,
  groups: groupsOf(step, 8),
  /** In which group the processor cannot be reached. */
  awayIn: fc.option(fc.nat({ max: 7 }), { freq: 4, nil: undefined }),
  isWon: fc.boolean(),
});

const blocks = Array.from({ length: Math.ceil(wanted / perBlock) }, (_, block) => ({
  from: block * perBlock + 1,
  to: Math.min(wanted, (block + 1) * perBlock),
}));

test.each(blocks)(
  'histories $from to $to: order, money, ledger and the processor’s books agree',
  async ({ from, to }) => {
    await fc.assert(
      fc.asyncProperty(history, async ({ begin, groups, awayIn, isWon }) => {
        await renewPeople();
        const deal = await openDeal(books.market, people, begin);
        for (const [place, group] of groups.entries()) {
          const statuses = await (place === awayIn
            ? whileAway(deal, group)
            : Promise.all(group.map((each) => take(deal, each))));
          expect(statuses.filter((status) => status >= 500)).toEqual([]);
          await expectAgreement(deal, false);
        }
        await settleAll(deal, isWon);
        await expectAgreement(deal, true);
      }),
      { numRuns: to - from + 1 },
    );
    await expectSameBooks();
  },
  900_000,
);

/**
 * Problems that are already reported: what a failed history left in the ledger must not fail the shorter ones that
 * fast-check tries after it.
 */
const known = new Set<string>();

async function expectAgreement({ productId }: Deal, isFinal: boolean): Promise<void> {
  const found = await disagreements(books.market.services, productId, isFinal);
  const own = found.filter((problem) => !known.has(problem));
  for (const problem of own) known.add(problem);
  expect(own).toEqual([]);
}

/**
 * The steps of a group while the processor is down: what needs the processor is refused or retried later, everything
 * else succeeds.
 */
async function whileAway(deal: Deal, group: readonly Step[]): Promise<number[]> {
  const bringBack = await takeProcessorDown(books.market);
  const statuses = await Promise.allSettled(group.map((each) => take(deal, each)));
  await bringBack();
  return statuses.map((result) => (result.status === 'fulfilled' && result.value !== 502 ? result.value : 0));
}

async function take(deal: Deal, each: Step): Promise<number> {
  const { services } = books.market;
  switch (each.act) {
    case 'refund job':
      await refundCharge(services, deal.intent);
      return 0;
    case 'refund by hand':
      return refundByHand(deal.intent, each.cents);
    case 'end refunds':
      await endRefunds(deal.intent);
      return 0;
    case 'decide chargeback':
      return decideChargeback(deal.intent, each.isWon);
    case 'escalate inquiry':
      return escalateInquiry(deal.intent);
    case 'pay out':
      return payOut();
    case 'bank refuses':
      await refuseTransfers(books.market, deal.productId);
      return 0;
    case 'delete':
      return remove(each.who);
    default:
      return deal.take(each);
  }
}

/** A deleted person does nothing more in this history. */
async function remove(who: 'buyer' | 'seller'): Promise<number> {
  const { status } = await people.admin.delete(`/users/${people[who].id}`);
  return status;
}

async function beASeller(): Promise<void> {
  await onboard(people.seller);
  await people.seller.post('/payouts/onboarding/check', {});
}

/** The processor refuses to refund more than the charge has left. */
async function refundByHand(intent: string, amount: number): Promise<number> {
  const { services } = books.market;
  try {
    await services.stripe.refunds.create({ payment_intent: intent, amount });
  } catch {
    return 0;
  }
  // A pending refund is not recorded yet, but the processor counts it already.
  await endRefunds(intent);
  return 0;
}

/**
 * As if the days until the processor reports the outcome of its refunds had passed. It may be ending some itself at
 * this moment, so this waits until none is due.
 */
async function endRefunds(intent: string): Promise<void> {
  const { $client } = books.market.services.db;
  await $client.query('update sandbox_stripe.refund_outcomes set due_at = now()');
  const endDue = async () => {
    await endDueRefunds($client);
    return (await $client.query('select from sandbox_stripe.refund_outcomes where due_at <= now()')).rowCount;
  };
  await expect.poll(endDue, { interval: 10 }).toBe(0);
  await recordRefunds(books.market.services, intent);
}

/** The bank decides. The processor refuses to close a dispute that is decided already. */
async function decideChargeback(intent: string, isWon: boolean): Promise<number> {
  const { services } = books.market;
  const { disputes } = services.stripe;
  const { data } = await disputes.list({ payment_intent: intent });
  const open = data.filter(({ status }) => status === 'needs_response');
  await Promise.allSettled(
    open.map(({ id }) =>
      isWon
        ? disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
        : disputes.close(id),
    ),
  );
  await recordChargebacks(services, intent);
  return 0;
}

/** The bank makes a chargeback of its inquiry, whatever has become of the money by then. */
async function escalateInquiry(intent: string): Promise<number> {
  const { services } = books.market;
  const { disputes } = services.stripe;
  const { data } = await disputes.list({ payment_intent: intent });
  const open = data.filter(({ status }) => status === 'warning_needs_response');
  const evidence = { uncategorized_text: 'escalate_inquiry_evidence' };
  // With a key, because the same words a second time would answer the chargeback.
  await Promise.allSettled(
    open.map(({ id }) => disputes.update(id, { evidence }, { idempotencyKey: `escalate-${id}` })),
  );
  await recordChargebacks(services, intent);
  return 0;
}

/** Runs the jobs for the seller's money at once. */
async function payOut(): Promise<number> {
  const { payouts: services } = books.market.services;
  await settleDebt(services, people.seller.id);
  await requestPayout(services, people.seller.id);
  const requested = await findRequested(services.db, people.seller.id);
  if (requested !== undefined) await makeTransfer(services, requested.id);
  return 0;
}

/** The bank decides, every job runs, and an admin pays by bank what cannot be refunded to a card. */
async function settleAll({ intent }: Deal, isWon: boolean): Promise<void> {
  const { services } = books.market;
  await decideChargeback(intent, isWon);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await refundCharge(services, intent);
    await endRefunds(intent);
  }
  await settleIssues();
  await payOut();
}

async function settleIssues(): Promise<void> {
  const { body } = await people.admin.get('/chargeIssues?limit=100');
  for (const { _id, state } of body)
    if (state === 'open') {
      const reply = await people.admin.post(`/chargeIssues/${_id}/settle`, { reference: 'By bank' });
      expect(reply.status).toBe(200);
    }
}

/** Replaces the people whom the previous history deleted, and signs the admin in again. */
async function renewPeople(): Promise<void> {
  const { market } = books;
  people.admin = await signInAgain(market, people.admin);
  const isGone = async (side: 'buyer' | 'seller') => (await people[side].get('/todo')).status !== 200;
  if (await isGone('buyer')) people.buyer = await market.person('buyer', { emailVerified: true });
  if (!(await isGone('seller'))) return;
  people.seller = await market.person('seller', { emailVerified: true });
  await beASeller();
}

/** After the last jobs, the ledger and the processor's books agree on all these deals to the cent. */
async function expectSameBooks(): Promise<void> {
  await expect.poll(openDifferences, { timeout: 120_000, interval: 1_000 }).toEqual([]);
}

async function openDifferences(): Promise<LedgerDifference[]> {
  while ((await recordFees(books.market.services)) > 0);
  await books.reconcile();
  const { body } = await (await books.call()).get('/ledgerDifferences?show=open&limit=100');
  // Jobs may have refunded more since a history ended, and no event tells what has become of it.
  for (const { key, transactionId } of body) if (key.startsWith('refund')) await endRefunds(transactionId);
  return body;
}
