// What is stored of an account link. Stripe's own object has no id: its address is the secret.

export interface OpenLink {
  /** The secret part of its address. */
  id: string;
  object: 'account_link';
  created: number;
  account: string;
  /** Where people are sent whose link was used or has expired, to get another. */
  refreshUrl: string;
  returnUrl: string;
  expiresAt: number;
  /** Of the browser that has opened it; null while nobody has. */
  visit: string | null;
}
