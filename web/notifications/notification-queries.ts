import { queryOptions } from '@tanstack/react-query';

import { listNotifications, listPreferences } from '#contract/notifications.ts';
import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import type { Send } from '#web/platform/send.ts';

import { notificationsKey } from './unread-query.ts';

export const preferencesKey = [...notificationsKey, 'preferences'];

/** The person's notifications, newest first. */
export const notificationsQuery = (send: Send) =>
  pagedQuery([...notificationsKey, 'list'], (cursor, signal) =>
    callPage(send, listNotifications, { query: { cursor }, signal }),
  );

/** What the person is told, by kind and channel. */
export const preferencesQuery = (send: Send) =>
  queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call(send, listPreferences, { signal }),
  });
