import { queryOptions } from '@tanstack/react-query';
import { accountKeys } from '#web/platform/account-query-keys.ts';

import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

import { UserFacingError } from '#web/platform/user-facing-error.ts';

/** The URL of the card processor's script, and our publishable key. */
export interface Processor {
  readonly scriptUrl: string;
  readonly publishableKey: string;
}

/**
 * The card processor's object, created once. The site provides the script's URL, in the demo that of the stand-in:
 * `loadStripe` of @stripe/stripe-js only knows the real one.
 */
export const processorQuery = ({ scriptUrl, publishableKey }: Processor) =>
  queryOptions({
    queryKey: accountKeys.payments.processor(scriptUrl),
    queryFn: async (): Promise<Stripe> => {
      const createStripe = window.Stripe ?? (await loadScript(scriptUrl));
      return createStripe(publishableKey);
    },
    // A checkout needs the same object from beginning to end, so it is never refetched.
    staleTime: 'static',
    gcTime: Infinity,
    structuralSharing: false,
    retry: 1,
  });

function loadScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (): void => {
      // The browser does not request a failed script again, but it does for a new element.
      script.remove();
      reject(new UserFacingError('The card form could not be loaded. You have not been charged.'));
    };
    script.addEventListener('load', () => (window.Stripe === undefined ? fail() : resolve(window.Stripe)));
    script.addEventListener('error', fail);
    script.src = url;
    document.head.append(script);
  });
}
