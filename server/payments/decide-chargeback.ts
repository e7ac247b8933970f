/** Chargebacks as an admin sees them, and the answers to the bank. */
import Stripe from 'stripe';

import type { Person } from '#contract/access.ts';
import { fromSmallestUnit } from '#contract/format-amount.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { type Chargeback, chargebackErrors } from '#contract/payments-chargebacks.ts';
import { listBuyers, listPaidAmong } from '#server/bookings/service.ts';
import { failWith, hasCode } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import type { StaffAction } from '#server/staff/service.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordDecision } from './record-decision.ts';
import { type ChargebackRow, countUndecided, findChargeback, listUndecided } from './store-chargebacks.ts';

const fail = failWith(chargebackErrors);

/** Undecided chargebacks and inquiries, newest first. */
export async function listChargebacks(db: Executor, { cursor, limit }: PageQuery): Promise<Page<Chargeback>> {
  const rows = await listUndecided(db, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ row }) => row.id);
  const bookingIds = page.items.flatMap(({ bookingId }) => bookingId ?? []);
  const buyers = await listBuyers(db, bookingIds);
  const paid = await listPaidAmong(db, bookingIds);
  return {
    ...page,
    items: page.items.map(({ row, bookingId }) => ({
      _id: row.id,
      disputeId: row.disputeId,
      transactionId: row.transactionId,
      state: row.state === 'inquiry' ? 'inquiry' : 'open',
      amount: fromSmallestUnit(row.amountCents, row.currency),
      currency: row.currency,
      reason: row.reason,
      openedAt: row.openedAt.toISOString(),
      dueAt: row.dueAt?.toISOString() ?? null,
      isAnswered: row.isAnswered,
      buyer: buyers.get(bookingId ?? '') ?? null,
      bookingId,
      orderId: bookingId !== null && paid.has(bookingId) ? bookingId : null,
    })),
  };
}

/**
 * Sends our answer to the bank, which accepts only one.
 *
 * @returns 1
 * @throws Failure payments.chargeback-not-found, payments.chargeback-answered, payments.processor-away
 */
export async function answerChargeback(
  services: PaymentServices,
  id: string,
  evidence: string,
  admin: Person,
): Promise<number> {
  const chargeback = await getChargeback(services.db, id);
  if (isDecided(chargeback) || chargeback.isAnswered) throw fail('payments.chargeback-answered');
  const { disputeId } = chargeback;
  // Stripe's library throws if half of a surrogate pair is missing.
  const text = evidence.toWellFormed();
  const decision = { kind: 'chargeback-answered', actor: admin.id, words: text } as const;
  await requestFromBank(services, chargeback, decision, () =>
    services.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: text } }),
  );
  services.log.info({ disputeId, admin: admin.id }, 'a chargeback was answered');
  return 1;
}

/**
 * Accepts a chargeback: its money is lost.
 *
 * @returns 1, or 0 if it is decided already
 * @throws Failure payments.chargeback-not-found; payments.chargeback-answered for an inquiry, which a refund ends;
 *   payments.processor-away
 */
export async function acceptChargeback(
  services: PaymentServices,
  id: string,
  admin: Person,
): Promise<number> {
  const chargeback = await getChargeback(services.db, id);
  if (isDecided(chargeback)) return 0;
  const { disputeId } = chargeback;
  const decision = { kind: 'chargeback-accepted', actor: admin.id } as const;
  await requestFromBank(services, chargeback, decision, () => services.stripe.disputes.close(disputeId));
  services.log.info({ disputeId, admin: admin.id }, 'a chargeback was accepted');
  return 1;
}

async function getChargeback(db: Executor, id: string): Promise<ChargebackRow> {
  const chargeback = await findChargeback(db, id);
  if (chargeback === undefined) throw fail('payments.chargeback-not-found');
  return chargeback;
}

const isDecided = ({ state }: ChargebackRow): boolean => state !== 'inquiry' && state !== 'open';

/**
 * Makes the call, and records the decision if the processor accepts it, which it does once. Its data is stored
 * afterwards in either case.
 */
async function requestFromBank(
  services: PaymentServices,
  chargeback: ChargebackRow,
  decision: Pick<StaffAction, 'kind' | 'actor' | 'words'>,
  call: () => Promise<unknown>,
): Promise<void> {
  const { transactionId, disputeId } = chargeback;
  try {
    await askProcessor(call);
    const at = services.clock.now();
    const record = (tx: Transaction) =>
      recordDecision(tx, chargeback, { ...decision, reference: disputeId, at });
    await recordAccepted(services, transactionId, record);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      await recordChargebacks(services, transactionId);
      throw fail('payments.chargeback-answered', { cause: error });
    }
    if (hasCode(error, 'payments.processor-unreachable'))
      throw fail('payments.processor-away', { cause: error });
    throw error;
  }
}

/** If the processor's data cannot be stored now, its event stores it later, without knowing who has decided. */
async function recordAccepted(
  services: PaymentServices,
  transactionId: string,
  record: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await recordChargebacks(services, transactionId, record);
  } catch (error) {
    await services.db.transaction(record);
    throw error;
  }
}

/** How many chargebacks and inquiries are undecided, for `/metrics`. */
export const chargebackCount = (db: Executor): WatchedCount => ({
  name: 'chargebacks_open',
  help: 'Chargebacks and inquiries of banks that are not decided',
  label: 'state',
  values: ['inquiry', 'open'],
  count: () => countUndecided(db),
});
