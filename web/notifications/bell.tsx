import { useQuery } from '@tanstack/react-query';

import { maxUnreadCounted } from '#contract/notifications-unread.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { BellIcon } from './bell-icon.tsx';
import { unreadQuery } from './unread-query.ts';

/** The way to the notifications, with the number of those that are unread. */
export function Bell() {
  // Where it cannot be read the bell is a link all the same.
  const { data } = useQuery(unreadQuery(useSend()));
  const unread = data?.unread ?? 0;
  const count = unread >= maxUnreadCounted ? `${maxUnreadCounted - 1}+` : String(unread);
  return (
    <SiteLink
      to={paths.notifications}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-pill transition-colors hover:bg-sunken"
    >
      <BellIcon className="size-6" />
      {unread > 0 && (
        <span className="absolute top-0.5 right-0 min-w-5 rounded-pill bg-action px-1 text-center text-small leading-5 font-bold text-on-action">
          {count}
        </span>
      )}
    </SiteLink>
  );
}
