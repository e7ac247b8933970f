import type Stripe from 'stripe';

/** The id of an object in a reply of Stripe, which contains it as a whole (`expand`) or only its id. */
export const idOf = (named: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id;

/** The transfer that a transaction of the balance takes back; undefined for every other one. `source` must be expanded. */
export const transferTakenBackIn = ({ source }: Stripe.BalanceTransaction): string | undefined =>
  typeof source === 'object' && source?.object === 'transfer_reversal' ? idOf(source.transfer) : undefined;
