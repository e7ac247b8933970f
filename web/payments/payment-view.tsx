import { Elements } from '@stripe/react-stripe-js';
import { useQuery, queryOptions } from '@tanstack/react-query';

import type { Booking, BookingState, LatePaymentState } from '#contract/bookings.ts';
import { paymentErrors, createPaymentIntent } from '#contract/payments.ts';
import { useDealTimes } from '#web/bookings/deal-times.ts';
import { endedWords, lateWords } from '#web/bookings/ended-words.ts';
import { TimeLeft } from '#web/bookings/time-left.tsx';
import type { Identity } from '#web/platform/access-token.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { ErrorNotice, FormError } from '#web/ui/notices.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { CardForm } from './card-form.tsx';
import { type Checkout, useCheckout } from './checkout.ts';
import { PaymentClosed, PaymentSuccess, PaymentUnrecorded } from './payment-outcome.tsx';
import { type Processor, processorQuery } from './processor-script.ts';

export interface PaymentViewProps {
  readonly booking: Booking;
  readonly identity: Identity;
  readonly processor: Processor;
  /** Shows a test card. */
  readonly isDemo: boolean;
}

/** The page on which one booking is paid by card. */
export function PaymentView(props: PaymentViewProps) {
  const { booking } = props;
  const checkout = useCheckout(booking);
  const { phase } = checkout;
  if (phase.name === 'done')
    return <PaymentSuccess transactionId={phase.transactionId} bookingId={booking._id} />;
  if (phase.name === 'refunded') return <PaymentClosed title="Refunded">{phase.message}</PaymentClosed>;
  // The webhook may arrive before the page's own answer: once the card is being charged, this page's texts count.
  if (phase.name === 'entering' && booking.state !== 'held')
    return <NothingToPay booking={booking} state={booking.state} />;
  return (
    <div className="grid items-start gap-8 desk:grid-cols-[14rem_minmax(0,30rem)] desk:gap-12">
      <PaymentSummary booking={booking} isCharged={phase.name === 'unrecorded'} />
      <section
        aria-label="Payment by card"
        className="rounded-card border border-line bg-surface p-5 tablet:p-8"
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
}: PaymentViewProps & { checkout: Checkout }) {
  const { phase, pay } = checkout;
  const stripe = useQuery(processorQuery(processor));
  const intent = useQuery(paymentIntentQuery(useSend(), booking));
  const failed = [stripe, intent].find(({ error }) => error !== null);
  // The booking was paid or has ended since the page loaded: there is nothing to try again.
  if (phase.name === 'entering' && isApiError(intent.error, 409))
    return <FormError>{messageOf(intent.error)}</FormError>;
  return (
    <div className="grid gap-6">
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
      <WhereItGoes identity={identity} />
      {isDemo && (
        <p className="text-small text-quiet">
          Demo card: 4242 4242 4242 4242, any future date, any three digits.
        </p>
      )}
    </div>
  );
}

/** What becomes of the money and of the card's number: the last things that a buyer wants to know. */
function WhereItGoes({ identity }: Pick<PaymentViewProps, 'identity'>) {
  const timeFor = useDealTimes();
  return (
    <>
      <p className="text-small">
        We hold the money until you have the phone. You then have {timeFor('trial')} to try it out before the
        seller is paid.
      </p>
      <p className="text-small wrap-anywhere text-quiet">
        Billed to {identity.displayName}, {identity.email}. The card’s number goes to the card processor,
        never to us.
      </p>
    </>
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
  const { latePayment } = booking;
  if (latePayment !== null)
    return <PaymentClosed title={lateTitles[latePayment]}>{lateWords(latePayment)}</PaymentClosed>;
  if (state === 'cancelled')
    return <PaymentClosed title="Booking ended">{endedWords(booking)}</PaymentClosed>;
  if (state === 'expired') return <TimeIsUp booking={booking} />;
  const { title, code, isGood } = closed[state];
  return (
    <PaymentClosed title={title} isGood={isGood}>
      {paymentErrors[code][1]}
    </PaymentClosed>
  );
}

/** My Orders does not list such a booking, so the way back to the phone is here. */
const TimeIsUp = ({ booking: { productId, model } }: { booking: Booking }) => (
  <PaymentClosed title="Time is up">
    Your time to pay is over, so your booking has ended. You have not been charged. The{' '}
    <SiteLink to={paths.product(productId)} className="text-action underline underline-offset-3">
      <bdi>{model}</bdi>
    </SiteLink>{' '}
    may be for sale again.
  </PaymentClosed>
);

const lateTitles = {
  'at-bank': 'Booking ended',
  returning: 'Refunded',
  delayed: 'Your refund takes longer',
  elsewhere: 'Refunded',
} as const satisfies Record<LatePaymentState, string>;

/** The texts of bookings that cannot be paid any more. */
const closed = {
  paid: { title: 'Paid', code: 'payments.already-paid', isGood: true },
  refunded: { title: 'Refunded', code: 'payments.refunded', isGood: false },
} as const satisfies Record<
  Exclude<BookingState, 'held' | 'cancelled' | 'expired'>,
  { title: string; code: keyof typeof paymentErrors; isGood: boolean }
>;

/** The secret that confirms a booking's card payment. Repeated requests return the same one. */
const paymentIntentQuery = (send: Send, { _id, sell }: Pick<Booking, '_id' | 'sell'>) =>
  queryOptions({
    queryKey: accountKeys.payments.intent(_id),
    queryFn: async ({ signal }) => {
      const body = { sell, paymentId: _id };
      return (await call(send, createPaymentIntent, { body, signal })).clientSecret;
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** The phone, the amount, and how long there is to pay it. */
function PaymentSummary({ booking, isCharged }: { booking: Booking; isCharged: boolean }) {
  const { model, image, picture, sell, seller, userLocation } = booking;
  return (
    <section aria-label="Your order" className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4 desk:grid-cols-1">
      <Picture
        {...picture}
        src={image}
        alt={model}
        sizes="(width < 64rem) 6rem, 14rem"
        isFirst
        className="aspect-4/5 rounded-card"
      />
      <div className="grid content-start gap-2">
        <h2 className="text-title wrap-anywhere">{model}</h2>
        <Price sell={sell} size="page" />
        <p className="text-quiet wrap-anywhere">From {seller}</p>
        <p className="text-quiet wrap-anywhere">Meet at {userLocation}</p>
        {!isCharged && <TimeLeft booking={booking} />}
      </div>
    </section>
  );
}
