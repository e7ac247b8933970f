import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'My Orders' });

export default function MyOrdersPage() {
  return <h1>My Orders</h1>;
}
