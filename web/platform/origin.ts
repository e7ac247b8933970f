/** The page that sent a person to /login, remembered in the navigation (spec sections 2 and 4). */
import type { Location } from 'react-router';

import { isRecord } from './is-record.ts';
import { paths } from './paths.ts';

/** The state of a link or redirect to /login that remembers where it stands. */
export const rememberOrigin = ({ pathname, search, hash }: Origin) => ({
  origin: `${pathname}${search}${hash}`,
});

/** The part after `#` belongs to it: a hand-over code comes in it. */
export type Origin = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Where to go after signing in: the remembered page, or home. */
export const originOf = ({ state }: Pick<Location, 'state'>): string =>
  isRecord(state) && typeof state.origin === 'string' && state.origin.startsWith('/')
    ? state.origin
    : paths.home;

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
