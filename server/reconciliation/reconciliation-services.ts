import type { PaymentServices } from '#server/payments/service.ts';
import type { PayoutServices } from '#server/payouts/service.ts';

/** The services for comparing the ledger with the processor, including those that record its events. */
export interface ReconciliationServices extends PaymentServices {
  readonly payouts: PayoutServices;
}
