import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'All Buyer' });

export default function AllBuyersPage() {
  return <h1>All Buyer</h1>;
}
