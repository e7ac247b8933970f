import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { OwnSuspension } from '#web/users/own-suspension.tsx';

export const meta = () => pageMeta({ title: 'Suspension', isPrivate: true });

export default function SuspensionPage() {
  return (
    <DashboardPage title="Suspension">
      <OwnSuspension />
    </DashboardPage>
  );
}
