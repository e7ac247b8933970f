/** The terms of a deal: how long each step may take, and what a sale costs its seller. Without schemas, for pages. */

const day = 1440;
const hour = 60;

/**
 * The one table of durations. Each is a setting of the installation, in the unit that its name ends with; the server,
 * the deadline job, pages and docs read it from here.
 */
export const dealDurations = {
  handOver: {
    setting: 'ORDER_HAND_OVER_DAYS',
    unit: day,
    minutes: 14 * day,
    means: 'how long a paid phone may wait for its hand-over before the order is cancelled',
  },
  objection: {
    setting: 'ORDER_OBJECTION_HOURS',
    unit: hour,
    minutes: 24 * hour,
    means: 'how long the seller may object before a cancellation takes effect',
  },
  delivery: {
    setting: 'ORDER_DELIVERY_DAYS',
    unit: day,
    minutes: 14 * day,
    means: 'how long a parcel may be on its way',
  },
  trial: {
    setting: 'ORDER_TRIAL_HOURS',
    unit: hour,
    minutes: 48 * hour,
    means: 'how long the buyer may report a problem after the hand-over before the seller is paid',
  },
  answer: {
    setting: 'ORDER_ANSWER_HOURS',
    unit: hour,
    minutes: 72 * hour,
    means: 'how long the seller may take to answer a reported problem',
  },
  decision: {
    setting: 'ORDER_DECISION_DAYS',
    unit: day,
    minutes: 7 * day,
    means:
      'how long an admin’s decision may take before it raises an alarm (`order_decisions_late` in `/metrics`)',
  },
  returnSending: {
    setting: 'ORDER_RETURN_SENDING_DAYS',
    unit: day,
    minutes: 14 * day,
    means: 'how long the buyer may take to send a phone back',
  },
  returnDelivery: {
    setting: 'ORDER_RETURN_DELIVERY_DAYS',
    unit: day,
    minutes: 10 * day,
    means: 'how long after the tracking number of a return the money goes back',
  },
} as const;
export type DealDuration = keyof typeof dealDurations;

/** When both sides of a paid order are reminded of the hand-over, in minutes from the payment; a setting as well. */
export const reminderMinutes = [3 * day, 7 * day, 12 * day] as const;

/** How long before the end of a state whoever has to act is reminded, in minutes. */
export const lastDayMinutes = day;

/** What a sale costs its seller. */
export interface SellerFee {
  /** Of the price, with at most three decimals. */
  readonly percent: number;
  readonly fixedCents: number;
  /** The value-added tax that the fee contains, in per cent of the fee without it. */
  readonly vatPercent: number;
}

export const defaultFee = { percent: 5, fixedCents: 50, vatPercent: 0 } as const satisfies SellerFee;

/** The terms of an installation. */
export interface DealTerms {
  readonly minutes: Readonly<Record<DealDuration, number>>;
  /** When both sides of a paid order are reminded, in minutes from the payment, ascending. */
  readonly reminders: readonly number[];
  readonly fee: SellerFee;
}

/** How a price is divided between fee, tax and seller. */
export interface FeeShare {
  readonly feeCents: number;
  /** The tax within the fee. */
  readonly vatCents: number;
  /** What the seller gets. */
  readonly sellerCents: number;
}

/**
 * Divides what a seller keeps of a price. The fee is a percentage and a fixed part, and never more than the amount. The
 * seller's share is rounded half up: of $420.50 at 5 per cent and 50 cents, $398.98.
 */
export function shareOf(keptCents: number, { percent, fixedCents, vatPercent }: SellerFee): FeeShare {
  const feeCents = Math.min(keptCents, percentOf(keptCents, percent) + (keptCents > 0 ? fixedCents : 0));
  return { feeCents, vatCents: vatOf(feeCents, vatPercent), sellerCents: keptCents - feeCents };
}

/** The tax within a fee, rounded half up. */
export function vatOf(feeCents: number, vatPercent: number): number {
  const thousandths = Math.round(vatPercent * 1000);
  return Math.floor((2 * feeCents * thousandths + 100_000 + thousandths) / (2 * (100_000 + thousandths)));
}

/**
 * Half a cent is rounded in the seller's favour. Computed with integers, because 2.5 per cent of some prices has no
 * exact binary fraction.
 */
const percentOf = (cents: number, percent: number): number =>
  Math.ceil((cents * Math.round(percent * 1000) - 50_000) / 100_000);

/** How an installation pays its sellers: by the processor's transfers, or by hand from the bank. */
export const payoutMethods = ['stripe', 'manual'] as const;
export type PayoutMethod = (typeof payoutMethods)[number];
