import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';

import { paths } from '#web/platform/paths.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { LinkButton } from '#web/ui/button.tsx';

import { ownUserQuery } from './own-user-query.ts';

/** Shown above the dashboard of a suspended person: what they can still do, and a link to the reason. */
export function SuspensionBanner() {
  const email = useSession().identity?.email ?? '';
  const { pathname } = useLocation();
  const { data: user } = useQuery({ ...ownUserQuery(useSend(), email), enabled: email !== '' });
  if (user?.isSuspended !== true || pathname === paths.suspension) return null;
  return (
    <aside
      aria-label="Your account is suspended"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-bad-soft px-4 py-3 print:hidden"
    >
      <p className="max-w-prose">
        Your account is suspended. You can finish your open orders; you cannot book or sell anything new.
      </p>
      <LinkButton to={paths.suspension} variant="quiet">
        Why, and how to appeal
      </LinkButton>
    </aside>
  );
}
