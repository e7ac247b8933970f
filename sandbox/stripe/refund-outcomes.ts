// Later changes of a refund: https://docs.stripe.com/refunds#failed-refunds
import type pg from 'pg';
import type Stripe from 'stripe';
import { recordMovement } from './balance-transactions.ts';
import { ok, type Answer, type Call } from './call.ts';
import { recordEvent, type Origin } from './events.ts';
import { missingFailure, parameterFailure } from './failures.ts';
import { onlyKnown } from './form.ts';
import { inTransaction, lockObject, updateObject, type Database } from './store.ts';

type Ending = 'succeeded' | 'failed' | 'canceled';

/** How long after its creation a refund to such a test card changes; about as long as with Stripe. */
const outcomeSeconds = 4;

export async function scheduleOutcome(tx: Database, refundId: string, status: Ending): Promise<void> {
  await tx.query(
    `insert into sandbox_stripe.refund_outcomes (refund_id, status, due_at)
     values ($1, $2, now() + $3 * interval '1 second')`,
    [refundId, status, outcomeSeconds],
  );
}

/** Ends the refunds that are due. Any number of processes may do so concurrently. @returns how many */
export async function endDueRefunds(pool: pg.Pool): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ refund_id: string; status: Ending }>(
      `delete from sandbox_stripe.refund_outcomes where refund_id in (
         select refund_id from sandbox_stripe.refund_outcomes
         where due_at <= now() order by due_at limit 10 for update skip locked
       ) returning refund_id, status`,
    );
    for (const { refund_id: id, status } of rows) {
      const refund = await lockObject(tx, 'refund', id);
      if (refund !== undefined) await endRefund(tx, byItself, refund, status);
    }
    return rows.length;
  });
}

const byItself: Origin = { requestId: undefined, idempotencyKey: undefined };

/** POST /v1/refunds/{id}/cancel: only while the refund waits for the customer. */
export async function cancelRefund(tx: Database, call: Call): Promise<Answer> {
  return ok(await endRefund(tx, call, await lockWaiting(tx, call), 'canceled'));
}

/** POST /v1/test_helpers/refunds/{id}/expire: the customer did not act in time. */
export async function expireRefund(tx: Database, call: Call): Promise<Answer> {
  return ok(await endRefund(tx, call, await lockWaiting(tx, call), 'failed'));
}

async function lockWaiting(tx: Database, call: Call): Promise<Stripe.Refund> {
  onlyKnown(call.params, ['expand']);
  const refund = await lockObject(tx, 'refund', call.id);
  if (refund === undefined) throw missingFailure('refund', call.id);
  if (refund.status === 'requires_action') return refund;
  throw parameterFailure(
    `This refund has a status of ${refund.status}. Only refunds with a status of requires_action can be changed so.`,
    'refund',
  );
}

/** A failed refund returns its amount to the charge, which can then be refunded again. */
async function endRefund(
  tx: Database,
  origin: Origin,
  refund: Stripe.Refund,
  status: Ending,
): Promise<Stripe.Refund> {
  const { next_action: _action, pending_reason: _reason, ...rest } = refund;
  const returned = status === 'succeeded' ? {} : await returnAmount(tx, refund);
  const reason = status === 'failed' ? failureOf(refund) : {};
  const ended: Stripe.Refund = { ...rest, status, ...returned, ...reason };
  await updateObject(tx, ended);
  if (status !== 'succeeded') await restoreCharge(tx, refund);
  const previous = {
    status: refund.status,
    ...(status === 'failed' ? { failure_balance_transaction: null, failure_reason: null } : {}),
  };
  await recordEvent(tx, origin, 'refund.updated', ended, previous);
  await recordEvent(tx, origin, 'charge.refund.updated', ended, previous);
  if (status === 'failed') await recordEvent(tx, origin, 'refund.failed', ended);
  return ended;
}

const failureOf = ({ status }: Stripe.Refund) => ({
  failure_reason: status === 'requires_action' ? 'unknown' : 'expired_or_canceled_card',
});

/** The refund's amount returns to the balance. */
async function returnAmount(
  tx: Database,
  { id, amount, currency }: Stripe.Refund,
): Promise<Pick<Stripe.Refund, 'failure_balance_transaction'>> {
  const movement = await recordMovement(tx, {
    type: 'refund_failure',
    category: 'refund_failure',
    amount,
    currency,
    source: id,
    description: 'REFUND FAILURE',
  });
  return { failure_balance_transaction: movement.id };
}

async function restoreCharge(tx: Database, { charge, amount }: Stripe.Refund): Promise<void> {
  const refunded = typeof charge === 'string' ? await lockObject(tx, 'charge', charge) : undefined;
  if (refunded === undefined) return;
  const restored: Stripe.Charge = {
    ...refunded,
    amount_refunded: refunded.amount_refunded - amount,
    refunded: false,
  };
  await updateObject(tx, restored);
}
