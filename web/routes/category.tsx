import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Available Device' });

export default function CategoryPage() {
  return <h1>Available Device</h1>;
}
