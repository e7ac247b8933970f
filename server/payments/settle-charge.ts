import { retrieveIntent } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import * as repository from './repository.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Settles a charge by the processor's current data; if it is settled already, the processor is not asked.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor knows no such intent
 */
export async function settleCharge(services: PaymentServices, transactionId: string): Promise<void> {
  if (await repository.isSettled(services.db, transactionId)) return;
  await settlePayment(services, await retrieveIntent(services, transactionId));
}
