import { RemoveFactorsButton } from '#web/auth/remove-factors-button.tsx';
import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { UserTable } from '#web/users/user-table.tsx';

export const meta = () => pageMeta({ title: 'All Buyer', isPrivate: true });

export default function AllBuyersPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="All Buyer" intro="Everybody who buys here.">
        <UserTable userType="Buyer" Action={RemoveFactorsButton} />
      </DashboardPage>
    </RoleGuard>
  );
}
