import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { AllOrdersTable } from '#web/orders/all-orders-table.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'All Orders', isPrivate: true });

export default function AllOrdersPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="All Orders" intro="Every order that was paid for.">
        <AllOrdersTable />
      </DashboardPage>
    </RoleGuard>
  );
}
