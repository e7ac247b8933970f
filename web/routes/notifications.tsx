import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { MarkAllRead, NotificationList } from '#web/notifications/notification-list.tsx';
import { PreferenceSection } from '#web/notifications/preference-section.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Notifications', isPrivate: true });

export default function NotificationsPage() {
  return (
    <DashboardPage title="Notifications" intro="What happened, newest first." action={<MarkAllRead />}>
      <div className="grid gap-10">
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
