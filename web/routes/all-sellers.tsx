import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'All Seller' });

export default function AllSellersPage() {
  return <h1>All Seller</h1>;
}
