// The stored form of an account link. Stripe's own object has no id: its URL is the secret.

export interface OpenLink {
  /** The secret part of its URL. */
  id: string;
  object: 'account_link';
  created: number;
  account: string;
  /** Where people are redirected for a new link if theirs was used or has expired. */
  refreshUrl: string;
  returnUrl: string;
  expiresAt: number;
  /** Identifies the browser that has opened it; null until then. */
  visit: string | null;
}
