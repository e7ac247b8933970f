import { useParams } from 'react-router';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { EditProduct } from '#web/products/edit-product.tsx';
import { UnlessSuspended } from '#web/users/unless-suspended.tsx';

export const meta = () => pageMeta({ title: 'Edit phone', isPrivate: true });

export default function EditProductPage() {
  const { _id = '' } = useParams();
  const { identity } = useSession();
  return (
    <RoleGuard needs="seller">
      <DashboardPage title="Edit phone" intro="Buyers see your changes as soon as you save them.">
        <UnlessSuspended>
          <EditProduct key={_id} _id={_id} identity={identity} />
        </UnlessSuspended>
      </DashboardPage>
    </RoleGuard>
  );
}
