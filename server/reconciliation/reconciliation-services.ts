import type { PaymentServices } from '#server/payments/service.ts';

/** What comparing the ledger with the processor works with: all that recording its events does. */
export type ReconciliationServices = PaymentServices;
