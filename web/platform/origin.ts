/** The page that sent a person to /login, stored in the navigation's state. */
import type { Location } from 'react-router';

import { isRecord } from './is-record.ts';

/** The state of a link or redirect to /login that remembers the current page. */
export const rememberOrigin = ({ pathname, search, hash, key }: Origin) => ({
  origin: `${pathname}${search}${hash}`,
  originKey: key,
});

/** Includes the fragment, which may contain a hand-over code. */
export type Origin = Pick<Location, 'pathname' | 'search' | 'hash' | 'key'>;

/** The key under which the router stores a page's scroll position: one for each visit, restored after a login. */
export const scrollKeyOf = ({ state, key }: Pick<Location, 'state' | 'key'>): string =>
  isRecord(state) && typeof state.scrollKey === 'string' ? state.scrollKey : key;

/** What a visitor can do with a phone after logging in, in the order in which a card shows it. */
export const phoneActions = ['book', 'report'] as const;

export type PhoneAction = (typeof phoneActions)[number];
