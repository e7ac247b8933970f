import { useQuery } from '@tanstack/react-query';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { MarkAllRead, NotificationList } from '#web/notifications/notification-list.tsx';
import { PreferenceSection } from '#web/notifications/preference-section.tsx';
import { unreadQuery } from '#web/notifications/unread-query.ts';
import { isFirstTry } from '#web/platform/first-try.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export const meta = () => pageMeta({ title: 'Notifications', isPrivate: true });

export default function NotificationsPage() {
  // The list would move down if the button above it came later; it loads meanwhile.
  const isAwaited = isFirstTry(useQuery(unreadQuery(useSend())));
  return (
    <DashboardPage title="Notifications" intro="What happened, newest first." action={<Actions />}>
      {isAwaited && <Spinner label="Loading your notifications" />}
      <div hidden={isAwaited} className="grid gap-10">
        <section aria-labelledby="notifications-heading" className="min-w-0">
          <h2 id="notifications-heading" className="sr-only">
            All notifications
          </h2>
          <NotificationList />
        </section>
        <PreferenceSection />
      </div>
    </DashboardPage>
  );
}

function Actions() {
  return (
    <div className="flex flex-wrap gap-3">
      <MarkAllRead />
      {/* Below the list, which may be long. */}
      <LinkButton to="#preferences" variant="quiet" onClick={focusPreferences}>
        Settings
      </LinkButton>
    </div>
  );
}

/** The router scrolls there, but leaves the focus at the link. */
const focusPreferences = (): void => document.getElementById('preferences')?.focus({ preventScroll: true });
