import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type SubmitEvent, useMemo, useState } from 'react';

import { useLeaveConfirmation } from '#web/platform/use-leave-confirmation.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { useCardColours } from './card-colours.ts';
import { type Charge, type Refusal, chargeCard } from './charge-card.ts';

export interface CardFormProps {
  /** Undefined until our server has created the payment intent. */
  readonly clientSecret: string | undefined;
  readonly payer: { readonly name: string; readonly email: string };
  readonly isPaying: boolean;
  readonly refusal?: Refusal | undefined;
  readonly onPay: (charge: () => Promise<Charge>) => Promise<void>;
}

/** The card field and Pay, inside the processor's `Elements`. If a card is refused, everything typed remains. */
export function CardForm({ clientSecret, payer, isPaying, refusal, onPay }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const options = useCardOptions();
  const [isReady, setReady] = useState(false);
  // The bank's own dialog would stay open above the next page.
  useLeaveConfirmation(() => isPaying, `Leave this page? ${unfinished}`, {
    logOutQuestion: `Log out? ${unfinished}`,
  });
  const canPay = stripe !== null && isReady && clientSecret !== undefined;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!canPay || isPaying || card === null || card === undefined) return;
    void onPay(() => chargeCard(stripe, card, clientSecret, payer));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-1.5">
        <label htmlFor="card" className="text-small font-semibold">
          Card
        </label>
        <div className="rounded-control border border-edge bg-surface px-3 has-[.StripeElement--focus]:border-ink has-[.StripeElement--invalid]:border-bad">
          <CardElement id="card" options={options} onReady={() => setReady(true)} />
        </div>
      </div>
      {refusal !== undefined && <FormError>{refusal.message}</FormError>}
      {/* There from the beginning, or screen readers would not say what comes into it. */}
      <p aria-live="polite" className="empty:absolute">
        {refusal?.isUncharged === true && 'You have not been charged. Try again, or use another card.'}
      </p>
      <Button type="submit" disabled={!canPay} isBusy={isPaying} className="w-full">
        Pay
      </Button>
    </form>
  );
}

const unfinished =
  'Your payment is not finished yet. If your bank allows it all the same, the order turns to Paid by itself.';

function useCardOptions() {
  const { ink, quiet, bad } = useCardColours();
  return useMemo(
    () => ({
      hidePostalCode: true,
      style: {
        base: { color: ink, iconColor: quiet, fontSize: '16px', '::placeholder': { color: quiet } },
        invalid: { color: bad, iconColor: bad },
      },
    }),
    [ink, quiet, bad],
  );
}
