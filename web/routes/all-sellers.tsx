import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { PeopleTable } from '#web/people/people-table.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'All Seller', isPrivate: true });

export default function AllSellersPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage
        title="All Seller"
        intro="Verify the sellers you know, or whose address, phones and reports you have looked at. Their phones then show the mark."
      >
        <PeopleTable userType="Seller" />
      </DashboardPage>
    </RoleGuard>
  );
}
