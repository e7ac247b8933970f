import { queryOptions } from '@tanstack/react-query';
import { accountKeys } from '#web/platform/account-query-keys.ts';

import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

import { UserFacingError } from '#web/platform/user-facing-error.ts';

/** Where the card processor's script is, and the key that names our shop to it. */
export interface Processor {
  readonly scriptUrl: string;
  readonly publishableKey: string;
}

/**
 * The card processor's object, made once. Its script comes from the address that the site names, the stand-in's
 * in demo: `loadStripe` of @stripe/stripe-js knows one address only.
 */
export const processorQuery = ({ scriptUrl, publishableKey }: Processor) =>
  queryOptions({
    queryKey: accountKeys.payments.processor(scriptUrl),
    queryFn: async (): Promise<Stripe> => {
      const createStripe = window.Stripe ?? (await loadScript(scriptUrl));
      return createStripe(publishableKey);
    },
    // A checkout lives with the object it began with, whatever else is looked up again.
    staleTime: 'static',
    gcTime: Infinity,
    structuralSharing: false,
    retry: 1,
  });

function loadScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (): void => {
      // A script that failed is not asked for again by the browser; a new element is.
      script.remove();
      reject(new UserFacingError('The card form could not be loaded. You have not been charged.'));
    };
    script.addEventListener('load', () => (window.Stripe === undefined ? fail() : resolve(window.Stripe)));
    script.addEventListener('error', fail);
    script.src = url;
    document.head.append(script);
  });
}
