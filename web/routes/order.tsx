import { useParams } from 'react-router';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { OrderView } from '#web/orders/order-view.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Order', isPrivate: true });

export default function OrderPage() {
  const { _id = '' } = useParams();
  return <OrderView key={_id} orderId={_id} frame={DashboardPage} />;
}
