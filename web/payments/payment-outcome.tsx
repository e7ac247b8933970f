import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

import { isApiError } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { UserFacingError } from '#web/platform/user-facing-error.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx';
import { focusOnMount } from '#web/ui/focus-content.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Ring } from '#web/ui/ring.tsx';

/** How long the success is shown before the orders appear, in milliseconds. */
const readableMs = 3500;

/** The success of a payment: the spec's words and the transaction's id, then My Orders. */
export function PaymentSuccess({ transactionId, bookingId }: { transactionId: string; bookingId: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.orders), readableMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Outcome tone="good">
      <p className="font-display text-title font-bold">Congratulation ! your Payment Successful</p>
      <p className="text-quiet">
        Your Transaction id: <span className="font-semibold text-ink wrap-anywhere">{transactionId}</span>
      </p>
      <LinkButton to={paths.order(bookingId)} className="mt-2">
        Open the order
      </LinkButton>
    </Outcome>
  );
}

/** Charged, but not recorded by our server yet: nothing is lost. */
export function PaymentUnrecorded({
  transactionId,
  error,
  isRetrying,
  onRetry,
}: {
  transactionId: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  return (
    <div className="grid gap-4">
      <p role="status" tabIndex={-1} ref={focusOnMount} className="outline-none">
        <strong>Your card was charged.</strong> Do not pay again: the order turns to Paid by itself within
        minutes.
      </p>
      <p className="text-quiet">
        Your Transaction id: <span className="font-semibold text-ink wrap-anywhere">{transactionId}</span>
      </p>
      <ErrorNotice
        error={isApiError(error, 409) ? error : unrecorded}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
      <OrdersLink />
    </div>
  );
}

/** A failed call says that nothing was changed, which is not true of the card. */
const unrecorded = new UserFacingError('Ringback could not record it just now.');

/** A booking that has nothing to pay, and why. */
export function PaymentClosed({
  title,
  isGood = false,
  children,
}: {
  title: string;
  /** Whether there is nothing left to do, as opposed to a booking that is lost. */
  isGood?: boolean;
  children: ReactNode;
}) {
  return (
    <Outcome tone={isGood ? 'good' : 'wait'}>
      <p className="font-display text-title font-bold">{title}</p>
      <p className="max-w-prose text-quiet">{children}</p>
      <OrdersLink />
    </Outcome>
  );
}

/** Takes the focus, so that screen readers announce it. */
function Outcome({ tone, children }: { tone: 'good' | 'wait'; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    // It is shorter than the card form that it replaces: its beginning must not end up above the screen.
    window.scrollTo(0, 0);
  }, []);
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="status"
      className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-4 py-12 text-center outline-none"
    >
      <Ring value={1} tone={tone} className="mb-2 size-20">
        {tone === 'good' ? (
          <CheckIcon className="size-8 text-good" />
        ) : (
          <AlertIcon className="size-8 text-wait" />
        )}
      </Ring>
      {children}
    </div>
  );
}

const OrdersLink = () => (
  <LinkButton to={paths.orders} variant="quiet" className="mt-2 justify-self-start">
    See my orders
  </LinkButton>
);
