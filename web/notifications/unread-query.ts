import { queryOptions } from '@tanstack/react-query';

import { countUnread } from '#contract/notifications-unread.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

/** Of everything that is read about notifications. Apart from the keys that visitors load, too. */
export const notificationsKey = ['notifications'];

/** How many notifications are unread. */
export const unreadQuery = (send: Send) =>
  queryOptions({
    queryKey: [...notificationsKey, 'unread'],
    queryFn: ({ signal }) => call(send, countUnread, { signal }),
  });
