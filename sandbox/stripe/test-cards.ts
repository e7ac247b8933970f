// Stripe's test cards: https://docs.stripe.com/testing
import { createHash } from 'node:crypto';

export type DeclineReason = keyof typeof declines;

export interface TestCard {
  number: string;
  /** The part after `pm_card_` and `tok_` in Stripe's ready-made payment methods and tokens. */
  names: readonly string[];
  brand: string;
  funding?: string;
  needsAuthentication?: boolean;
  decline?: DeclineReason;
  /** The course of its refunds, if they do not succeed at once. */
  refund?: RefundCourse;
  /** The dispute that its owner begins for every charge. */
  dispute?: DisputeCourse;
}

/** `fails`: succeeded at first, failed later. `pending`: succeeds later. `needs-action`: waits for the customer. */
export type RefundCourse = 'fails' | 'pending' | 'needs-action';

/** An inquiry is the bank's question before a chargeback: no money is taken yet. */
export interface DisputeCourse {
  reason: 'fraudulent' | 'product_not_received';
  isInquiry: boolean;
}

/** Reason → code, text, and the wrong parameter. Only `card_declined` has a decline code. */
export const declines = {
  generic_decline: ['card_declined', 'Your card was declined.', undefined],
  insufficient_funds: ['card_declined', 'Your card has insufficient funds.', undefined],
  lost_card: ['card_declined', 'Your card was declined.', undefined],
  stolen_card: ['card_declined', 'Your card was declined.', undefined],
  test_mode_live_card: [
    'card_declined',
    'Your card was declined. Your request was in test mode, but used a non test card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    undefined,
  ],
  expired_card: ['expired_card', 'Your card has expired.', 'exp_month'],
  incorrect_cvc: ['incorrect_cvc', "Your card's security code is incorrect.", 'cvc'],
  processing_error: [
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    undefined,
  ],
} as const;

const cards: readonly TestCard[] = [
  { number: '4242424242424242', names: ['visa'], brand: 'visa' },
  { number: '4000056655665556', names: ['visa_debit'], brand: 'visa', funding: 'debit' },
  { number: '5555555555554444', names: ['mastercard'], brand: 'mastercard' },
  { number: '378282246310005', names: ['amex'], brand: 'amex' },
  { number: '6011111111111117', names: ['discover'], brand: 'discover' },
  {
    number: '4000000000000002',
    names: ['chargeDeclined', 'visa_chargeDeclined'],
    brand: 'visa',
    decline: 'generic_decline',
  },
  {
    number: '4000000000009995',
    names: ['chargeDeclinedInsufficientFunds', 'visa_chargeDeclinedInsufficientFunds'],
    brand: 'visa',
    decline: 'insufficient_funds',
  },
  {
    number: '4000000000009987',
    names: ['chargeDeclinedLostCard', 'visa_chargeDeclinedLostCard'],
    brand: 'visa',
    decline: 'lost_card',
  },
  {
    number: '4000000000009979',
    names: ['chargeDeclinedStolenCard', 'visa_chargeDeclinedStolenCard'],
    brand: 'visa',
    decline: 'stolen_card',
  },
  {
    number: '4000000000000069',
    names: ['chargeDeclinedExpiredCard'],
    brand: 'visa',
    decline: 'expired_card',
  },
  {
    number: '4000000000000127',
    names: ['chargeDeclinedIncorrectCvc'],
    brand: 'visa',
    decline: 'incorrect_cvc',
  },
  {
    number: '4000000000000119',
    names: ['chargeDeclinedProcessingError'],
    brand: 'visa',
    decline: 'processing_error',
  },
  {
    number: '4000002500003155',
    names: ['authenticationRequired'],
    brand: 'visa',
    needsAuthentication: true,
  },
  { number: '4000002760003184', names: [], brand: 'visa', needsAuthentication: true },
  {
    number: '4000000000003220',
    names: ['threeDSecure2Required'],
    brand: 'visa',
    needsAuthentication: true,
  },
  {
    number: '4000008260003178',
    names: ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    brand: 'visa',
    needsAuthentication: true,
    decline: 'insufficient_funds',
  },
  { number: '4000000000005126', names: ['refundFail'], brand: 'visa', refund: 'fails' },
  { number: '4000000000007726', names: ['pendingRefund'], brand: 'visa', refund: 'pending' },
  {
    number: '4000000000000259',
    names: ['createDispute'],
    brand: 'visa',
    dispute: { reason: 'fraudulent', isInquiry: false },
  },
  {
    number: '4000000000002685',
    names: ['createDisputeProductNotReceived'],
    brand: 'visa',
    dispute: { reason: 'product_not_received', isInquiry: false },
  },
  {
    number: '4000000000001976',
    names: ['createDisputeInquiry'],
    brand: 'visa',
    dispute: { reason: 'fraudulent', isInquiry: true },
  },
  // Our own card: at Stripe only payment methods without direct refunds wait for the customer.
  { number: '4000000000005407', names: ['refundNeedsAction'], brand: 'visa', refund: 'needs-action' },
];

export function findCardByNumber(number: string): TestCard | undefined {
  return cards.find((card) => card.number === number);
}

/** The card of `pm_card_visa` or `tok_visa`. */
export function findCardByName(name: string): TestCard | undefined {
  return cards.find((card) => card.names.includes(name.replace(/^(pm_card|tok)_/, '')));
}

/** How a stored payment method behaves; any card that is not a test card is always declined. */
export function findCardByFingerprint(fingerprint: string | null | undefined): TestCard | undefined {
  return cards.find((card) => fingerprintOf(card) === fingerprint);
}

export function fingerprintOf(card: TestCard): string {
  return createHash('sha256').update(card.number).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 16);
}
