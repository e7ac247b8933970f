/** The states of a payout as data, and their names. Without schemas, for pages. */
import type { Machine, StateEvents } from './states.ts';

export const payoutStates = ['requested', 'sent', 'paid', 'failed', 'cancelled'] as const;
export type PayoutState = (typeof payoutStates)[number];

/**
 * `requested`: set aside, nothing has moved. `sent`: on its way to the seller's bank. `paid`: it has arrived, as the
 * processor reports or an admin has confirmed. `failed`: it did not arrive and belongs to the seller again.
 * `cancelled`: it was not sent, because the money was needed otherwise in the meantime, or an admin who pays by bank has
 * taken it back. Banks may return money days after they accepted it, therefore `paid → failed`. A request that timed out
 * may still make a transfer, therefore `failed → sent` and `cancelled → sent`.
 */
export const payoutMachine = {
  name: 'payout',
  first: 'requested',
  transitions: {
    requested: {
      sent: { by: ['system'] },
      paid: { by: ['admin'] },
      failed: { by: ['system', 'admin'] },
      cancelled: { by: ['system', 'admin'] },
    },
    sent: { paid: { by: ['system'] }, failed: { by: ['system'] } },
    paid: { failed: { by: ['system', 'admin'] } },
    failed: { sent: { by: ['system'] } },
    cancelled: { sent: { by: ['system'] } },
  },
} as const satisfies Machine<'payout', PayoutState>;

/** An attempt to reverse a transfer. `refused`: its account does not have the money any more. */
export const reversalMachine = {
  name: 'payout-reversal',
  first: 'requested',
  transitions: {
    requested: { succeeded: { by: ['system'] }, refused: { by: ['system'] } },
    succeeded: {},
    refused: {},
  },
} as const satisfies Machine<'payout-reversal', 'requested' | 'succeeded' | 'refused'>;

export type PayoutEvents = StateEvents<typeof payoutMachine> &
  StateEvents<typeof reversalMachine> & {
    /** Money waits for a seller who has not given bank details. The subject is the seller. */
    'payout.reminded': { readonly cents: number };
    /** The card processor refuses to pay a seller. The subject is the seller. */
    'payout.refused': Record<string, never>;
    /** A seller has given bank details, or others. The subject is the seller. */
    'payout.bank-changed': Record<string, never>;
  };

/** A state in words for the seller. */
export const payoutStateWords: Readonly<Record<PayoutState, string>> = {
  requested: 'Being prepared',
  sent: 'On its way',
  paid: 'Paid out',
  failed: 'Failed',
  cancelled: 'Not sent',
};
