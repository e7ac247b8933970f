/**
 * Where to return from /login, read from the navigation that led there. Separate from `origin.ts`, because only people
 * who log in need it.
 */
import type { Location } from 'react-router';

import { isRecord } from './is-record.ts';
import { type WishAction, wishActions } from './origin.ts';
import { paths } from './paths.ts';

/** Where to go after signing in: the remembered page, or `otherwise`. */
export const originOf = ({ state }: Pick<Location, 'state'>, otherwise: string): string =>
  isRecord(state) && typeof state.origin === 'string' && state.origin.startsWith('/')
    ? state.origin
    : otherwise;

/** Whether the person came to list a phone. */
export const wantsToSell = (location: Pick<Location, 'state'>): boolean =>
  originOf(location, '').startsWith(paths.addProduct);

/**
 * The state for the navigation back: what the person wanted to do on the page, and the key under which the router has
 * stored its scroll position.
 */
export const returnState = (location: Pick<Location, 'state'>) => {
  const state: unknown = location.state;
  return { wish: wishOf(location), scrollKey: isRecord(state) ? state.originKey : undefined };
};

/** What a person wanted to do with a phone when they were asked to log in. */
export interface Wish {
  readonly action: WishAction;
  readonly productId: string;
}

/** The wish in a navigation's state, if any. */
export function wishOf({ state }: Pick<Location, 'state'>): Wish | undefined {
  if (!isRecord(state) || !isRecord(state.wish)) return undefined;
  const { action: name, productId } = state.wish;
  const action = wishActions.find((one) => one === name);
  return action !== undefined && typeof productId === 'string' ? { action, productId } : undefined;
}
