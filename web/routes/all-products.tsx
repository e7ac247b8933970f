import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'All Products' });

export default function AllProductsPage() {
  return <h1>All Products</h1>;
}
