import { useParams } from 'react-router';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { Receipt } from '#web/orders/receipt.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Receipt', isPrivate: true });

export default function ReceiptPage() {
  const { _id = '' } = useParams();
  return (
    <DashboardPage title="Receipt">
      <Receipt orderId={_id} />
    </DashboardPage>
  );
}
