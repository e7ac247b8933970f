import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { DisputeQueue } from '#web/orders/dispute-queue.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Disputes', isPrivate: true });

export default function DisputesPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage
        title="Disputes"
        intro="What buyers and sellers do not agree about. What you have to decide comes first, the oldest deadline on top."
      >
        <DisputeQueue />
      </DashboardPage>
    </RoleGuard>
  );
}
