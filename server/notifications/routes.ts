import * as notifications from '#contract/notifications.ts';
import { countUnread } from '#contract/notifications-unread.ts';
import { modified } from '#contract/replies.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import * as service from './service.ts';

export interface NotificationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly onNotified: service.OnNotified;
  readonly unsubscribeLinks: service.UnsubscribeLinks;
}

export function notificationRoutes(api: Api, deps: NotificationDependencies): void {
  const { db, clock } = deps;
  api.on(notifications.listNotifications, {
    handle: ({ person, query }) => service.listNotifications(db, person, query),
  });
  api.on(countUnread, {
    handle: async ({ person }) => ({ unread: await service.countUnread(db, person) }),
  });
  api.on(notifications.markAllRead, {
    handle: async ({ person }) => modified(await service.markRead({ ...deps, now: clock.now() }, person)),
  });
  api.on(notifications.markRead, {
    owns: (id, person) => service.ownsNotification(db, id, person),
    handle: async ({ person, params }) =>
      modified(await service.markRead({ ...deps, now: clock.now() }, person, params._id)),
  });
  api.on(notifications.listPreferences, { handle: ({ person }) => service.listPreferences(db, person) });
  api.on(notifications.changePreference, {
    handle: async ({ person, body }) => modified(await service.changePreference(db, person, body)),
  });
  unsubscribeRoutes(api, deps);
}

function unsubscribeRoutes(api: Api, { db, publicUrl, unsubscribeLinks }: NotificationDependencies): void {
  api.on(notifications.findUnsubscribe, {
    handle: async ({ query }) => service.describeUnsubscribe(db, unsubscribeLinks, query.token),
  });
  api.on(notifications.openUnsubscribe, {
    handle: async ({ query: { token = '' }, reply }) => {
      // Opening the link changes nothing, because link scanners open it, too.
      reply
        .code(302)
        .header('Location', `${publicUrl}/unsubscribe?${new URLSearchParams({ token }).toString()}`);
      return '';
    },
  });
  api.on(notifications.unsubscribe, {
    handle: async ({ query }) => modified(await service.unsubscribe(db, unsubscribeLinks, query.token)),
  });
}
