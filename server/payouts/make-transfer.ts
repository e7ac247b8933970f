/** Makes the transfer of a payout exactly once, however often it runs, and wherever it is interrupted. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { askProcessor, isRefused, unlessUnknown } from '#server/payments/service.ts';
import { Failure } from '#server/platform/failure.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';
import { isStoredFailure, keyOfAttempt } from '#server/platform/stripe/stored-failure.ts';
import { isSuspended } from '#server/users/service.ts';
import { findDue } from './find-due.ts';
import { refreshAccount } from './onboard-seller.ts';
import type { PayoutServices } from './payout-services.ts';
import { recordTransfer } from './record-transfer.ts';
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
 * Records a transfer that the processor reports.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor does not know it
 */
export async function followTransfer(services: PayoutServices, transferId: string): Promise<void> {
  await recordTransfer(services, await askProcessor(() => services.stripe.transfers.retrieve(transferId)));
}

/**
 * Makes the transfer of a payout that is set aside. Transfers of its order that the processor has made already are
 * recorded first, so that nobody is paid twice: even if the process died before the answer was stored, the idempotency
 * key has expired since, or the payout of such a transfer is cancelled or was lost by a restore from a backup.
 *
 * @throws Failure payments.processor-unreachable; the money stays where it is and the job is retried
 */
export async function makeTransfer(services: PayoutServices, payoutId: string): Promise<void> {
  const payout = await findPayout(services.db, payoutId);
  if (payout?.state !== 'requested' || payout.method !== 'stripe') return;
  try {
    for (const made of await listTransfers(services, payout)) await recordTransfer(services, made);
    const transfer = await sendTransfer(services, payout);
    if (transfer !== undefined) await recordTransfer(services, transfer);
  } catch (error) {
    if (isRefused(error)) return refuse(services, payout, error);
    if (error instanceof Failure) {
      if (isStoredFailure(error.cause)) await beginNextAttempt(services.db, payout);
      await changePayout(services.db, payout.id, { unansweredAt: services.clock.now() });
    }
    throw error;
  }
}

const groupOf = ({ orderId }: PayoutRow): string => `order_${orderId}`;

/** More than an order ever has. */
const mostTransfers = 1000;

const listTransfers = ({ stripe }: PayoutServices, payout: PayoutRow): Promise<Stripe.Transfer[]> =>
  askProcessor(() =>
    stripe.transfers
      .list({ transfer_group: groupOf(payout), limit: 100 })
      .autoPagingToArray({ limit: mostTransfers }),
  );

/** @returns undefined if the payout is no longer due */
async function sendTransfer(
  services: PayoutServices,
  payout: PayoutRow,
): Promise<Stripe.Transfer | undefined> {
  if (!(await isStillDue(services, payout))) return undefined;
  const { stripe } = services;
  const { charge, accountId, sellerId, amountCents, attempt } = payout;
  const intent = await askProcessor(() => stripe.paymentIntents.retrieve(charge ?? ''));
  const source = idOf(intent.latest_charge);
  return askProcessor(() =>
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

/** The processor refuses this transfer: the money stays in the seller's balance, and their account is checked again. */
async function refuse(services: PayoutServices, payout: PayoutRow, error: Error): Promise<void> {
  const { db, clock, log } = services;
  log.warn({ err: error, payout: payout.id }, 'the processor has refused a transfer');
  const { accountId } = payout;
  // The processor no longer tells us about an account that is closed to us. That payout must end as well, because the
  // seller's next one, to another account, waits for it.
  if (accountId !== null) await unlessUnknown(() => refreshAccount(services, accountId));
  const { message } = error.cause instanceof Error ? error.cause : error;
  await db.transaction(async (tx) => {
    const row = await lockPayout(tx, payout.id);
    if (row?.state !== 'requested') return;
    const failureReason = message.slice(0, 300);
    await movePayout(tx, row.id, 'failed', {
      reason: failureReason,
      failureReason,
      endedAt: clock.now(),
      unansweredAt: null,
    });
  });
}
