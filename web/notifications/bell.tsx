import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { maxUnreadCounted } from '#contract/notifications-unread.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { unreadQuery } from './unread-query.ts';

/** The link to the notifications, with the number of unread ones. */
export function Bell() {
  // If it cannot be read, the bell is still a link.
  const { data } = useQuery(unreadQuery(useSend()));
  const unread = data?.unread ?? 0;
  const count = unread >= maxUnreadCounted ? `${maxUnreadCounted - 1}+` : String(unread);
  const hasIncreased = useHasIncreased(data?.unread);
  return (
    <>
      <SiteLink
        to={paths.notifications}
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
        className="relative inline-grid size-11 shrink-0 place-items-center rounded-pill transition-colors hover:bg-sunken"
      >
        <BellIcon className="size-6" />
        {unread > 0 && (
          <span className="absolute -top-1.5 right-0 min-w-5 rounded-pill bg-action px-1 text-center text-small leading-5 font-bold text-on-action">
            {count}
          </span>
        )}
      </SiteLink>
      <span aria-live="polite" aria-atomic className="sr-only">
        {hasIncreased && `New notification, ${count} unread`}
      </span>
    </>
  );
}

/** Whether a number has last become larger; not when it is known for the first time. */
function useHasIncreased(now: number | undefined): boolean {
  const [seen, setSeen] = useState({ last: now, hasIncreased: false });
  if (now !== undefined && now !== seen.last)
    setSeen({ last: now, hasIncreased: seen.last !== undefined && now > seen.last });
  return seen.hasIncreased;
}

/** Not among the other icons, which public pages load for everyone. */
const BellIcon = icon(
  <path d="M6 10.5a6 6 0 0 1 12 0c0 4.5 1.75 5.75 1.75 5.75H4.25S6 15 6 10.5ZM9.75 19.5a2.5 2.5 0 0 0 4.5 0" />,
);
