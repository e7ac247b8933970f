import { connectEventTypes, type ProcessorEventType } from '#contract/payments-inbox.ts';
import { unlessUnknown } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import { recordBankPayout } from './record-bank-payout.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordRefunds } from './record-refunds.ts';
import { settleCharge } from './settle-charge.ts';
import type { ProcessorEventRow } from './store-events.ts';

/**
 * Handles an event. The event only says that something changed: the current state is requested, so that events may
 * arrive in any order, any number of times, or weeks late. Unknown types change nothing.
 *
 * @throws Failure payments.processor-unreachable
 */
export const handleEvent = (services: PaymentServices, event: EventSubject): Promise<void> =>
  unlessUnknown(() => handlerOf(event)(services, event));

type EventSubject = Pick<ProcessorEventRow, 'source' | 'account' | 'type' | 'objectId' | 'transactionId'>;

type Handler = (services: PaymentServices, event: EventSubject) => Promise<void>;

/** A handler of the events of a charge. */
const ofCharge =
  (record: (services: PaymentServices, transactionId: string) => Promise<void>): Handler =>
  async (services, { transactionId }) => {
    if (transactionId !== null) await record(services, transactionId);
  };

const settle = ofCharge(settleCharge);
const followRefunds = ofCharge(recordRefunds);
const followDisputes = ofCharge(recordChargebacks);

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

/** Events of a seller's account arrive at the webhook for such accounts, and concern no charge of ours. */
function handlerOf({ source, account, type }: EventSubject): Handler {
  if ((source === 'connect') !== (account !== null)) return ignore;
  // The platform's own payouts have the same event types as a seller's.
  const own = source === 'platform' ? handlers.get(type) : undefined;
  return own ?? (Object.hasOwn(connectEventTypes, type) ? followSeller : ignore);
}

const ignore: Handler = async () => undefined;

async function followSeller(
  { onSellerEvent }: PaymentServices,
  { type, account, objectId }: EventSubject,
): Promise<void> {
  await onSellerEvent({ type, account, objectId });
}

async function followPayout(services: PaymentServices, { objectId }: EventSubject): Promise<void> {
  if (objectId !== null) await recordBankPayout(services, objectId);
}
