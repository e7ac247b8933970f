import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import noPhones from '#web/pictures/no-phones.svg';
import { pageMeta } from '#web/platform/page-meta.ts';
import { ProductTable } from '#web/products/product-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';

export const meta = () => pageMeta({ title: 'All Products', isPrivate: true });

export default function AllProductsPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="All Products" intro="Every phone of every seller.">
        <ProductTable
          caption="All products"
          empty={
            <EmptyState title="No phones yet" picture={noPhones}>
              Every phone that a seller lists appears here.
            </EmptyState>
          }
        />
      </DashboardPage>
    </RoleGuard>
  );
}
