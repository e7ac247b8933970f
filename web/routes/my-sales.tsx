import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { SalesTable } from '#web/orders/sales-table.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'My Sales', isPrivate: true });

export default function MySalesPage() {
  return (
    <RoleGuard needs="seller">
      <DashboardPage title="My Sales" intro="Your phones that have been paid for.">
        <SalesTable />
      </DashboardPage>
    </RoleGuard>
  );
}
