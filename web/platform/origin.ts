/** The page that sent a person to /login, remembered in the navigation (spec sections 2 and 4). */
import type { Location } from 'react-router';

import { isRecord } from './is-record.ts';

/** The state of a link or redirect to /login that remembers where it stands. */
export const rememberOrigin = ({ pathname, search, hash, key }: Origin) => ({
  origin: `${pathname}${search}${hash}`,
  originKey: key,
});

/** The part after `#` belongs to it: a hand-over code comes in it. */
export type Origin = Pick<Location, 'pathname' | 'search' | 'hash' | 'key'>;

/** The router's key for the scroll position of a page: one for each visit, the same again after a login. */
export const scrollKeyOf = ({ state, key }: Pick<Location, 'state' | 'key'>): string =>
  isRecord(state) && typeof state.scrollKey === 'string' ? state.scrollKey : key;
