import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';

import type { Booking, BookingState } from '#contract/bookings.ts';
import { paymentErrors } from '#contract/payments.ts';
import { endedWords } from '#web/bookings/ended-words.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { CardForm } from './card-form.tsx';
import { type Checkout, useCheckout } from './checkout.ts';
import { paymentIntentQuery } from './payment-intent-query.ts';
import { PaymentClosed, PaymentSuccess, PaymentUnrecorded } from './payment-outcome.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { type Processor, processorQuery } from './processor-script.ts';

export interface PaymentDeskProps {
  readonly booking: Booking;
  readonly identity: Identity;
  readonly processor: Processor;
  /** Names a test card. */
  readonly isDemo: boolean;
}

/** Where one booking is paid by card. */
export function PaymentDesk(props: PaymentDeskProps) {
  const { booking } = props;
  const checkout = useCheckout(booking);
  const { phase } = checkout;
  if (phase.name === 'done')
    return <PaymentSuccess transactionId={phase.transactionId} bookingId={booking._id} />;
  if (phase.name === 'refunded') return <PaymentClosed title="Refunded">{phase.message}</PaymentClosed>;
  // The webhook may be quicker than the page: once the card is being charged, this page's own words count.
  if (phase.name === 'entering' && booking.state !== 'held')
    return <NothingToPay booking={booking} state={booking.state} />;
  return (
    <div className="grid items-start gap-8 desk:grid-cols-[14rem_minmax(0,30rem)] desk:gap-12">
      <PaymentSummary booking={booking} />
      <section
        aria-label="Payment by card"
        className="rounded-card border border-line bg-surface p-4 tablet:p-6"
      >
        {phase.name === 'unrecorded' ? (
          <PaymentUnrecorded {...phase} onRetry={() => void checkout.recordAgain(phase.transactionId)} />
        ) : (
          <CardPayment {...props} checkout={checkout} />
        )}
      </section>
    </div>
  );
}

function CardPayment({
  booking,
  identity,
  processor,
  isDemo,
  checkout,
}: PaymentDeskProps & { checkout: Checkout }) {
  const { phase, pay } = checkout;
  const stripe = useQuery(processorQuery(processor));
  const intent = useQuery(paymentIntentQuery(useSend(), booking));
  const failed = [stripe, intent].find(({ error }) => error !== null);
  // Paid or gone since this page looked: there is nothing to try again.
  if (phase.name === 'entering' && isApiError(intent.error, 409))
    return <p role="alert">{messageOf(intent.error)}</p>;
  return (
    <div className="grid gap-4">
      {stripe.data === undefined ? (
        stripe.error === null && <CardSkeleton />
      ) : (
        <Elements stripe={stripe.data}>
          <CardForm
            clientSecret={intent.data}
            payer={{ name: identity.displayName, email: identity.email }}
            isPaying={phase.name === 'paying'}
            refusal={phase.name === 'entering' ? phase.refusal : undefined}
            onPay={pay}
          />
        </Elements>
      )}
      {failed !== undefined && (
        <ErrorNotice
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      )}
      <p className="text-small wrap-anywhere text-quiet">
        Billed to {identity.displayName}, {identity.email}. The card’s number goes to the card processor,
        never to us.
      </p>
      {isDemo && (
        <p className="text-small text-quiet">
          Demo card: 4242 4242 4242 4242, any future date, any three digits.
        </p>
      )}
    </div>
  );
}

function CardSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <progress aria-label="Loading the card form" className="sr-only" />
      <Skeleton className="h-17" />
      <Skeleton className="h-11" />
    </div>
  );
}

function NothingToPay({ booking, state }: { booking: Booking; state: Exclude<BookingState, 'held'> }) {
  const { title, code, isGood } = closed[state];
  if (state === 'cancelled')
    return <PaymentClosed title="Booking ended">{endedWords(booking)}</PaymentClosed>;
  return (
    <PaymentClosed title={title} isGood={isGood}>
      {paymentErrors[code][1]}
    </PaymentClosed>
  );
}

const notPayable = { title: 'Nothing to pay', code: 'payments.not-payable', isGood: false } as const;

/** What a booking says that cannot be paid any more. */
const closed = {
  paid: { title: 'Paid', code: 'payments.already-paid', isGood: true },
  cancelled: notPayable,
  expired: notPayable,
  refunded: { title: 'Refunded', code: 'payments.refunded', isGood: false },
} as const satisfies Record<
  Exclude<BookingState, 'held'>,
  { title: string; code: keyof typeof paymentErrors; isGood: boolean }
>;
