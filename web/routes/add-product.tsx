import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Add Product' });

export default function AddProductPage() {
  return <h1>Add Product</h1>;
}
