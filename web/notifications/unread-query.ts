import { queryOptions } from '@tanstack/react-query';

import { countUnread } from '#contract/notifications-unread.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

/** How many notifications are unread. */
export const unreadQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.notifications.unread,
    queryFn: ({ signal }) => call(send, countUnread, { signal }),
  });
