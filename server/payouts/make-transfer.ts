/** Makes the transfer of a payout exactly once, however often it runs, and wherever it is interrupted. */
import Stripe from 'stripe';

import { isId } from '#contract/id.ts';
import { currency } from '#contract/money.ts';
import { askProcessor } from '#server/payments/service.ts';
import { Failure } from '#server/platform/failure.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';
import { isStoredFailure, keyOfAttempt } from '#server/platform/stripe/stored-failure.ts';
import { isSuspended } from '#server/users/service.ts';
import { findDue } from './find-due.ts';
import { refreshAccount } from './onboard-seller.ts';
import { type PayoutServices, sellerQueue } from './payout-services.ts';
import { postTransfer } from './post-payouts.ts';
import { lockSeller } from './repository.ts';
import {
  beginNextAttempt,
  changePayout,
  findPayout,
  lockPayout,
  movePayout,
  type PayoutRow,
} from './store-payouts.ts';

/**
 * Updates a payout by a transfer that the processor reports. The transfer names its payout; one that names none is not
 * ours.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor does not know it
 */
export async function followTransfer(services: PayoutServices, transferId: string): Promise<void> {
  const { metadata } = await askProcessor(() => services.stripe.transfers.retrieve(transferId));
  const payoutId = metadata['payoutId'];
  if (payoutId !== undefined && isId(payoutId)) await storeTransfer(services, payoutId, transferId);
}

/**
 * Makes the transfer of a payout that is set aside. If the processor has made it already, it is found by its group, so
 * that nobody is paid twice, even if the process died before the answer was stored and the idempotency key has expired
 * since.
 *
 * @throws Failure payments.processor-unreachable; the money stays where it is and the job is retried
 */
export async function makeTransfer(services: PayoutServices, payoutId: string): Promise<void> {
  const payout = await findPayout(services.db, payoutId);
  if (payout?.state !== 'requested' || payout.method !== 'stripe') return;
  try {
    const transferId = (await findTransfer(services, payout)) ?? (await sendTransfer(services, payout));
    if (transferId !== undefined) await storeTransfer(services, payout.id, transferId);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return refuse(services, payout, error);
    if (error instanceof Failure && error.code === 'payments.does-not-fit')
      return refuse(services, payout, error);
    if (error instanceof Failure) {
      if (isStoredFailure(error.cause)) await beginNextAttempt(services.db, payout);
      await changePayout(services.db, payout.id, { unansweredAt: services.clock.now() });
    }
    throw error;
  }
}

const groupOf = ({ orderId }: PayoutRow): string => `order_${orderId}`;

async function findTransfer({ stripe }: PayoutServices, payout: PayoutRow): Promise<string | undefined> {
  const { data } = await askProcessor(() =>
    stripe.transfers.list({ transfer_group: groupOf(payout), limit: 100 }),
  );
  return data.find(({ metadata }) => metadata['payoutId'] === payout.id)?.id;
}

/** @returns the transfer's id; undefined if the payout is no longer due */
async function sendTransfer(services: PayoutServices, payout: PayoutRow): Promise<string | undefined> {
  if (!(await isStillDue(services, payout))) return undefined;
  const { stripe } = services;
  const { charge, accountId, sellerId, amountCents, attempt } = payout;
  const intent = await askProcessor(() => stripe.paymentIntents.retrieve(charge ?? ''));
  const source = idOf(intent.latest_charge);
  const { id } = await askProcessor(() =>
    stripe.transfers.create(
      {
        amount: amountCents,
        currency,
        destination: accountId ?? '',
        ...(source === undefined ? {} : { source_transaction: source }),
        transfer_group: groupOf(payout),
        metadata: { payoutId: payout.id, orderId: payout.orderId, sellerId },
      },
      { idempotencyKey: keyOfAttempt(`payout-${payout.id}`, attempt) },
    ),
  );
  return id;
}

/**
 * Cancels a payout if, since it was set aside, its money was refunded or is held by a bank, or its seller was
 * suspended.
 */
function isStillDue({ db, clock }: PayoutServices, { id, sellerId }: PayoutRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSeller(tx, sellerId);
    const payout = await lockPayout(tx, id);
    if (payout?.state !== 'requested') return false;
    const { availableCents, orders } = await findDue(tx, sellerId, clock.now());
    const order = orders.find(({ orderId }) => orderId === payout.orderId);
    const mayGo = !(await isSuspended(tx, sellerId));
    if (mayGo && order !== undefined && Math.min(order.cents, availableCents) >= payout.amountCents)
      return true;
    await movePayout(tx, id, 'cancelled', { endedAt: clock.now(), unansweredAt: null });
    return false;
  });
}

/**
 * Records that a transfer was made, even if its payout was cancelled or failed during the call to the processor: the
 * money has been sent, and what is no longer due is reversed.
 */
function storeTransfer(
  { db, jobs, clock }: PayoutServices,
  payoutId: string,
  transferId: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout === undefined || payout.transferId !== null) return;
    const at = clock.now();
    await movePayout(tx, payoutId, 'sent', {
      transferId,
      sentAt: at,
      endedAt: null,
      failureReason: null,
      unansweredAt: null,
    });
    await postTransfer(tx, payout, transferId, at);
    await jobs.enqueue(tx, sellerQueue, { sellerId: payout.sellerId });
  });
}

/** The processor refuses this transfer: the money stays in the seller's balance, and their account is checked again. */
async function refuse(services: PayoutServices, payout: PayoutRow, error: Error): Promise<void> {
  const { db, clock, log } = services;
  log.warn({ err: error, payout: payout.id }, 'the processor has refused a transfer');
  if (payout.accountId !== null) await refreshAccount(services, payout.accountId);
  await db.transaction(async (tx) => {
    const row = await lockPayout(tx, payout.id);
    if (row?.state !== 'requested') return;
    const failureReason = error.message.slice(0, 300);
    await movePayout(tx, row.id, 'failed', {
      reason: failureReason,
      failureReason,
      endedAt: clock.now(),
      unansweredAt: null,
    });
  });
}
