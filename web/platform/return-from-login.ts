/**
 * Where to return from /login, read from the navigation that led there. Separate from `origin.ts`, because only people
 * who log in need it.
 */
import type { Location } from 'react-router';

import { isRecord } from './is-record.ts';
import { type PhoneAction, phoneActions } from './origin.ts';
import { paths } from './paths.ts';

/** Where to go after signing in: the remembered page, or `otherwise`. */
export const originOf = ({ state }: Pick<Location, 'state'>, otherwise: string): string =>
  isRecord(state) && typeof state.origin === 'string' && state.origin.startsWith('/')
    ? state.origin
    : otherwise;

/** Whether the person came to list a phone. */
export const wantsToSell = (location: Pick<Location, 'state'>): boolean =>
  originOf(location, '').startsWith(paths.addProduct);

/** Whether the session ended while they were on the page that sent them. */
export const wasLoggedOut = ({ state }: Pick<Location, 'state'>): boolean =>
  isRecord(state) && state.wasLoggedOut === true;

/**
 * The state for the navigation back: what the person wanted to do on the page, and the key under which the router has
 * stored its scroll position.
 */
export const returnState = (location: Pick<Location, 'state'>) => {
  const state: unknown = location.state;
  return {
    requestedAction: requestedActionOf(location),
    scrollKey: isRecord(state) ? state.originKey : undefined,
  };
};

/** What a person wanted to do with a phone when they were asked to log in. */
export interface RequestedAction {
  readonly action: PhoneAction;
  readonly productId: string;
}

/** The requested action in a navigation's state, if any. */
export function requestedActionOf({ state }: Pick<Location, 'state'>): RequestedAction | undefined {
  if (!isRecord(state) || !isRecord(state.requestedAction)) return undefined;
  const { action: name, productId } = state.requestedAction;
  const action = phoneActions.find((one) => one === name);
  return action !== undefined && typeof productId === 'string' ? { action, productId } : undefined;
}
