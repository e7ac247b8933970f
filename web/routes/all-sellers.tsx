import { RemoveFactorsButton } from '#web/auth/remove-factors-button.tsx';
import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { UserTable } from '#web/users/user-table.tsx';

export const meta = () => pageMeta({ title: 'All Seller', isPrivate: true });

export default function AllSellersPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage
        title="All Seller"
        intro="Verify the sellers you know. Their phones then carry the mark."
      >
        <UserTable userType="Seller" Action={RemoveFactorsButton} />
      </DashboardPage>
    </RoleGuard>
  );
}
