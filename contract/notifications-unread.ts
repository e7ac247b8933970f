/**
 * The number of unread notifications, separate from what only the page Notifications needs, because every page of a
 * signed-in person loads it.
 */
import * as z from 'zod/mini';

import { alsoSuspended, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';

/** Unread ones beyond this are not counted: people see "99+". */
export const maxUnreadCounted = 100;

export const countUnread = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  summary: `How many of the caller’s notifications are unread, at most ${maxUnreadCounted}`,
  access: alsoSuspended(signedIn),
  reply: z.object({ unread: z.number() }),
});
