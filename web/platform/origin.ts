/** The page that sent a person to /login, remembered in the navigation (spec sections 2 and 4). */
import type { Location } from 'react-router';

import { isRecord } from './is-record.ts';
import { paths } from './paths.ts';

/** The state of a link or redirect to /login that remembers where it stands. */
export const rememberOrigin = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => ({
  origin: `${pathname}${search}`,
});

/** Where to go after signing in: the remembered page, or home. */
export const originOf = ({ state }: Pick<Location, 'state'>): string =>
  isRecord(state) && typeof state.origin === 'string' && state.origin.startsWith('/')
    ? state.origin
    : paths.home;
