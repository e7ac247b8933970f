import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { SalesTable } from '#web/orders/sales-table.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSession } from '#web/platform/runtime.tsx';

export const meta = () => pageMeta({ title: 'My Sales', isPrivate: true });

export default function MySalesPage() {
  const { identity } = useSession();
  return (
    <RoleGuard needs="seller">
      <DashboardPage title="My Sales" intro="Your phones that have been paid for, newest first.">
        <SalesTable sellerEmail={identity?.email ?? ''} />
      </DashboardPage>
    </RoleGuard>
  );
}
