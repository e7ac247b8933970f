import type { PaymentServices } from '#server/payments/service.ts';
import type { PayoutServices } from '#server/payouts/service.ts';

/** What comparing the ledger with the processor works with: all that recording its events does. */
export interface ReconciliationServices extends PaymentServices {
  readonly payouts: PayoutServices;
}
