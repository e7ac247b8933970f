/** The states of a phone, and who may change them. */
import type { Machine, StateEvents } from './states.ts';

export const productStates = [
  'live',
  'paused',
  'reserved',
  'sold',
  'sold_elsewhere',
  'withdrawn',
  'hidden',
  'removed',
] as const;
export type ProductState = (typeof productStates)[number];

/**
 * `live → sold` is the late payment of a hold that expired. `withdrawn` is a sold phone whose money went back: nobody
 * has bought it, and it is not listed again automatically. A `paused` phone has a page but is in no list; one that was
 * `sold_elsewhere` can be listed again, as a new listing. `hidden` is a phone whose seller is suspended or deletes
 * their account.
 */
export const productMachine = {
  name: 'product',
  first: 'live',
  transitions: {
    live: {
      reserved: { by: ['buyer'] },
      sold: { by: ['system'] },
      paused: { by: ['seller'] },
      sold_elsewhere: { by: ['seller'] },
      hidden: { by: ['seller', 'admin'] },
      removed: { by: ['seller', 'admin', 'system'] },
    },
    paused: {
      live: { by: ['seller'] },
      sold_elsewhere: { by: ['seller'] },
      removed: { by: ['seller', 'admin', 'system'] },
    },
    reserved: {
      live: { by: ['buyer', 'admin', 'system'] },
      hidden: { by: ['seller', 'buyer', 'admin', 'system'] },
      sold: { by: ['system'] },
      removed: { by: ['seller', 'admin', 'system'] },
    },
    sold: { withdrawn: { by: ['seller', 'admin', 'system'] } },
    sold_elsewhere: { removed: { by: ['seller', 'admin', 'system'] } },
    withdrawn: {},
    hidden: { live: { by: ['admin', 'system'] }, removed: { by: ['seller', 'admin', 'system'] } },
    removed: {},
  },
} as const satisfies Machine<'product', ProductState>;

export interface ProductEvents extends StateEvents<typeof productMachine> {
  /** Its seller changed it. */
  'product.edited': { readonly version: number };
  /** An admin removed it from the site: one that was for sale, or a sold one, whose order stays. */
  'product.taken-down': Readonly<Record<string, never>>;
}
