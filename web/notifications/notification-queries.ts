import { queryOptions } from '@tanstack/react-query';

import { listNotifications, listPreferences } from '#contract/notifications.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import type { Send } from '#web/platform/send.ts';

/** The person's notifications, newest first. */
export const notificationsQuery = (send: Send) =>
  pagedQuery(accountKeys.notifications.list, (cursor, signal) =>
    callPage(send, listNotifications, { query: { cursor }, signal }),
  );

/** The person's preferences, by kind and channel. */
export const preferencesQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.notifications.preferences,
    queryFn: ({ signal }) => call(send, listPreferences, { signal }),
  });
