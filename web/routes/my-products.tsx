import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import noPhones from '#web/pictures/no-phones.svg';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { ProductTable } from '#web/products/product-table.tsx';
import { OwnProductActions } from '#web/sections/own-product-actions.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { UnlessSuspended } from '#web/users/unless-suspended.tsx';

export const meta = () => pageMeta({ title: 'My Products', isPrivate: true });

export default function MyProductsPage() {
  const { identity } = useSession();
  return (
    <RoleGuard needs="seller">
      <DashboardPage title="My Products" intro="The phones you sell.">
        <ProductTable
          caption="My products"
          sellerEmail={identity?.email ?? ''}
          Actions={OwnProductActions}
          empty={
            <UnlessSuspended>
              <EmptyState
                title="Nothing for sale yet"
                picture={noPhones}
                action={<LinkButton to={paths.addProduct}>List a phone</LinkButton>}
              >
                A phone that you list appears here and in its category at once.
              </EmptyState>
            </UnlessSuspended>
          }
        />
      </DashboardPage>
    </RoleGuard>
  );
}
