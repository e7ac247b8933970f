import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'My Products' });

export default function MyProductsPage() {
  return <h1>My Products</h1>;
}
