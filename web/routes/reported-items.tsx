import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Reported Product' });

export default function ReportedItemsPage() {
  return <h1>Reported Product</h1>;
}
