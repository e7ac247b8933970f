/** Where a seller's money is, for their page. */
import { sql } from 'drizzle-orm';

import type { Person } from '#contract/access.ts';
import { shareOf } from '#contract/deal-terms.ts';
import { sellerAccount } from '#contract/ledger.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { OnboardingState, Payout, PayoutBlock, PayoutOverview } from '#contract/payouts.ts';
import { openOrderStates } from '#contract/orders-machine.ts';
import { refusedTransferWords, requirementWords } from '#contract/payouts-words.ts';
import { isSuspended } from '#server/users/service.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { findDue } from './find-due.ts';
import type { PayoutServices } from './payout-services.ts';
import { listYears } from './read-statement.ts';
import { findSeller, isRejected, type PayoutSeller } from './repository.ts';
import type { BankSeal } from './seal-bank.ts';
import { findRequested, isRefusedTransfer, listOfSeller, type PayoutRow } from './store-payouts.ts';

/** Where a seller's money is, and what prevents its payout. */
export async function presentOverview(
  { db, method, clock, seal }: Pick<PayoutServices, 'db' | 'method' | 'clock' | 'seal'>,
  { id, emailConfirmed: isEmailConfirmed }: Person,
): Promise<PayoutOverview> {
  const [seller, requested, due, sums, years, isSellerSuspended] = await Promise.all([
    findSeller(db, id),
    findRequested(db, id),
    findDue(db, id, clock.now()),
    sumPayouts(db, id),
    listYears(db, id),
    isSuspended(db, id),
  ]);
  const bankEnding = method === 'manual' ? findBankEnding(seller, seal) : null;
  const state = method === 'stripe' ? stateOfAccount(seller) : stateOfBank(bankEnding);
  const yoursCents = sums.balanceCents - sums.setAsideCents;
  const facts = {
    state,
    isEmailConfirmed,
    yoursCents,
    heldBackCents: due.heldBackCents,
    isRefused: method === 'stripe' && due.refusal !== null,
    requested,
    isSellerSuspended,
  };
  return {
    method,
    waitingCents: sums.waitingCents,
    yoursCents,
    heldBackCents: due.heldBackCents,
    onItsWayCents: sums.setAsideCents + sums.sentCents,
    paidOutCents: sums.paidCents,
    blockedBy: blockOf(facts),
    isEmailConfirmed,
    onboarding: {
      state,
      missing: method === 'stripe' ? requirementWords(seller?.requirements ?? []) : [],
      bankEnding,
    },
    years,
  };
}

interface Facts {
  readonly state: OnboardingState;
  readonly isEmailConfirmed: boolean;
  readonly isSellerSuspended: boolean;
  readonly yoursCents: number;
  readonly heldBackCents: number;
  readonly isRefused: boolean;
  readonly requested: PayoutRow | undefined;
}

function blockOf({
  state,
  isEmailConfirmed,
  isSellerSuspended,
  yoursCents,
  heldBackCents,
  isRefused,
  requested,
}: Facts): PayoutBlock | null {
  if (requested !== undefined && requested.unansweredAt !== null) return 'processor-away';
  if (yoursCents < 0) return 'debt';
  if (yoursCents === 0) return null;
  if (isSellerSuspended) return 'suspended';
  if (state !== 'ready') return 'onboarding';
  if (!isEmailConfirmed) return 'email';
  if (heldBackCents >= yoursCents) return 'chargeback';
  return isRefused ? 'refused' : null;
}

function stateOfAccount(seller: PayoutSeller | undefined): OnboardingState {
  if (seller?.accountId == null) return 'none';
  if (seller.isReady) return 'ready';
  if (isRejected(seller)) return 'refused';
  return seller.isSubmitted && seller.requirements.length === 0 ? 'checking' : 'unfinished';
}

const stateOfBank = (bankEnding: string | null): OnboardingState => (bankEnding === null ? 'none' : 'ready');

/** The end of the account's number; null without bank details, or if they were encrypted with a former secret. */
function findBankEnding(seller: PayoutSeller | undefined, seal: BankSeal): string | null {
  const isReadable = seller?.bankSealed != null && seal.open(seller.sellerId, seller.bankSealed) !== null;
  return isReadable ? seller.bankEnding : null;
}

/**
 * The seller's balance, the sums of their payouts by state, and what open orders hold for them: in one statement, so
 * that money on its way from one to another is counted once.
 */
export async function sumPayouts(db: Executor, sellerId: string) {
  const { rows } = await db.execute<
    Record<'balance' | 'requested' | 'sent' | 'paid' | 'waiting', string>
  >(sql`
    select
      (select balance_cents from ledger_balances where account = ${sellerAccount(sellerId)}) as balance,
      coalesce(sum(amount_cents) filter (where state = 'requested'), 0) as requested,
      coalesce(sum(amount_cents - back) filter (where state = 'sent'), 0) as sent,
      coalesce(sum(amount_cents - back) filter (where state = 'paid'), 0) as paid,
      (select coalesce(sum(amount_cents - fee_cents), 0) from orders
        where seller_id = ${sellerId} and refunded_cents = 0 and ${isOpen}) as waiting
    from payouts left join lateral (
      select coalesce(sum(amount_cents), 0) as back from payout_reversals
      where payout_id = payouts.id and state = 'succeeded'
    ) as reversed on true
    where seller_id = ${sellerId}`);
  const [row] = rows;
  const balanceCents = Number(row?.balance ?? 0);
  return {
    balanceCents,
    // It is still in the balance, but counts as on its way. Less is there if a sale has gone back meanwhile; only what
    // has really been paid then is owed.
    setAsideCents: Math.min(Number(row?.requested ?? 0), Math.max(balanceCents, 0)),
    sentCents: Number(row?.sent ?? 0),
    paidCents: Number(row?.paid ?? 0),
    waitingCents: Number(row?.waiting ?? 0) + (await sumRests(db, sellerId)),
  };
}

const isOpen = sql`state = any(${sql.param([...openOrderStates])})`;

/** The seller's part of open orders that were refunded in part or in full: the fee is taken of the rest. */
async function sumRests(db: Executor, sellerId: string): Promise<number> {
  const { rows } = await db.execute<Record<'kept' | 'percent' | 'fixed' | 'vat', string>>(sql`
    select amount_cents - refunded_cents as kept, fee_percent as percent, fee_fixed_cents as fixed, vat_percent as vat
    from orders where seller_id = ${sellerId} and refunded_cents > 0 and ${isOpen}`);
  return rows.reduce((sum, { kept, percent, fixed, vat }) => {
    const fee = { percent: Number(percent), fixedCents: Number(fixed), vatPercent: Number(vat) };
    return sum + shareOf(Number(kept), fee).sellerCents;
  }, 0);
}

/** A seller's own payouts, newest first. */
export async function listOwnPayouts(
  db: Executor,
  sellerId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<Payout>> {
  const rows = await listOfSeller(db, sellerId, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ payout }) => payout.id);
  return {
    ...page,
    items: page.items.map(({ payout, model, takenBack }) => ({
      _id: payout.id,
      state: payout.state,
      amountCents: payout.amountCents,
      orderId: payout.orderId,
      model,
      requestedAt: payout.createdAt.toISOString(),
      sentAt: payout.sentAt?.toISOString() ?? null,
      endedAt: payout.endedAt?.toISOString() ?? null,
      bankEnding: payout.bankEnding,
      reason: isRefusedTransfer(payout) ? refusedTransferWords : payout.failureReason,
      takenBackCents: Number(takenBack),
      transferId: payout.transferId,
    })),
  };
}
