import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { AddProductForm } from '#web/products/add-product-form.tsx';
import { UnlessSuspended } from '#web/users/unless-suspended.tsx';

export const meta = () => pageMeta({ title: 'Add Product', isPrivate: true });

export default function AddProductPage() {
  const { identity } = useSession();
  return (
    <RoleGuard needs="seller">
      <DashboardPage title="Add Product" intro="One phone, a photo or more, two minutes.">
        <UnlessSuspended>
          <AddProductForm identity={identity} />
        </UnlessSuspended>
      </DashboardPage>
    </RoleGuard>
  );
}
