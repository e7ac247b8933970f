/** The way back from /login, out of the navigation that led there. Apart from `origin.ts`: only those who log in need it. */
import type { Location } from 'react-router';

import { isRecord } from './is-record.ts';

/** Where to go after signing in: the remembered page, or `otherwise`. */
export const originOf = ({ state }: Pick<Location, 'state'>, otherwise: string): string =>
  isRecord(state) && typeof state.origin === 'string' && state.origin.startsWith('/')
    ? state.origin
    : otherwise;

/**
 * What goes back to the remembered page beside its address: what the person wanted to do there, and the key under
 * which the router has stored how far down the page was scrolled.
 */
export const returnState = (location: Pick<Location, 'state'>) => {
  const state: unknown = location.state;
  return { wish: wishOf(location), scrollKey: isRecord(state) ? state.originKey : undefined };
};

/** What a person wanted to do with a phone when they were asked to log in. */
export interface Wish {
  readonly action: 'book' | 'report';
  readonly productId: string;
}

/** The wish that came with a navigation, if any. */
export const wishOf = ({ state }: Pick<Location, 'state'>): Wish | undefined =>
  isRecord(state) &&
  isRecord(state.wish) &&
  (state.wish.action === 'book' || state.wish.action === 'report') &&
  typeof state.wish.productId === 'string'
    ? { action: state.wish.action, productId: state.wish.productId }
    : undefined;
