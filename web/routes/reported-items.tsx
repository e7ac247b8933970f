import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { ReportTable } from '#web/reports/report-table.tsx';

export const meta = () => pageMeta({ title: 'Reported Product', isPrivate: true });

export default function ReportedItemsPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="Reported Product" intro="What people say is wrong with a listing.">
        <ReportTable />
      </DashboardPage>
    </RoleGuard>
  );
}
