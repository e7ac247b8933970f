import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { PeopleTable } from '#web/people/people-table.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'All Buyer', isPrivate: true });

export default function AllBuyersPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="All Buyer" intro="Everybody who buys here.">
        <PeopleTable userType="Buyer" />
      </DashboardPage>
    </RoleGuard>
  );
}
