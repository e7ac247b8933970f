import { connectEventTypes, type ProcessorEventType } from '#contract/payments-inbox.ts';
import { Failure } from '#server/platform/failure.ts';
import type { PaymentServices } from './payment-services.ts';
import { recordBankPayout } from './record-bank-payout.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordRefunds } from './record-refunds.ts';
import { settleCharge } from './settle-charge.ts';
import type { ProcessorEventRow } from './store-events.ts';

/**
 * Does what follows an event. The event only says that something changed: what it is now is asked for, so that events
 * may come in any order, any number of times, or weeks late. Unknown types change nothing.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function handleEvent(services: PaymentServices, event: EventSubject): Promise<void> {
  try {
    await handlerOf(event)(services, event);
  } catch (error) {
    // About an object that is not of this account, or not any more: there is nothing to do, now or later.
    if (error instanceof Failure && error.code === 'payments.does-not-fit') return;
    throw error;
  }
}

type EventSubject = Pick<ProcessorEventRow, 'source' | 'account' | 'type' | 'objectId' | 'transactionId'>;

type Handler = (services: PaymentServices, event: EventSubject) => Promise<void>;

const handlersByType = {
  'payment_intent.succeeded': settle,
  'refund.created': followRefunds,
  'refund.updated': followRefunds,
  'refund.failed': followRefunds,
  'charge.refunded': followRefunds,
  'charge.dispute.created': followDisputes,
  'charge.dispute.updated': followDisputes,
  'charge.dispute.closed': followDisputes,
  'charge.dispute.funds_withdrawn': followDisputes,
  'charge.dispute.funds_reinstated': followDisputes,
  'payout.paid': followPayout,
  'payout.failed': followPayout,
  'payout.canceled': followPayout,
} as const satisfies Record<ProcessorEventType, Handler>;

const handlers: ReadonlyMap<string, Handler> = new Map(Object.entries(handlersByType));

/** What happens in a seller's account is told to the endpoint of such accounts, and is nobody's charge here. */
function handlerOf({ source, account, type }: EventSubject): Handler {
  if ((source === 'connect') !== (account !== null)) return ignore;
  // A payout of the platform's own has the same types of events as a seller's.
  const own = source === 'platform' ? handlers.get(type) : undefined;
  return own ?? (Object.hasOwn(connectEventTypes, type) ? followSeller : ignore);
}

const ignore: Handler = async () => undefined;

async function followSeller(
  { onSellerEvent }: PaymentServices,
  { type, account, objectId }: EventSubject,
): Promise<void> {
  for (const follow of onSellerEvent) await follow({ type, account, objectId });
}

async function settle(services: PaymentServices, { transactionId }: EventSubject): Promise<void> {
  if (transactionId !== null) await settleCharge(services, transactionId);
}

async function followRefunds(services: PaymentServices, { transactionId }: EventSubject): Promise<void> {
  if (transactionId !== null) await recordRefunds(services, transactionId);
}

async function followDisputes(services: PaymentServices, { transactionId }: EventSubject): Promise<void> {
  if (transactionId !== null) await recordChargebacks(services, transactionId);
}

async function followPayout(services: PaymentServices, { objectId }: EventSubject): Promise<void> {
  if (objectId !== null) await recordBankPayout(services, objectId);
}
