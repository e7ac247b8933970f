import type { Booking } from '#contract/bookings.ts';
import { OrderTable } from '#web/bookings/order-table.tsx';
import { isOrderOpen, OrderLine, OrderLink } from '#web/orders/order-line.tsx';
import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';
import { TodoPanel } from '#web/todo/todo-panel.tsx';

export const meta = () => pageMeta({ title: 'My Orders', isPrivate: true });

/** Ended, but paid late: the booking stays on the list until its money is back. */
const isMoneyUnderWay = ({ state, latePayment }: Booking): boolean =>
  latePayment !== null && state !== 'refunded';

export default function MyOrdersPage() {
  const { identity } = useSession();
  const isSuspended = useIsSuspended();
  return (
    <DashboardPage title="My Orders" intro="Phones that you booked.">
      <TodoPanel>
        <OrderTable
          userEmail={identity?.email ?? ''}
          Details={OrderLine}
          Link={OrderLink}
          // A suspended person reads only.
          canDelete={(booking) => !isSuspended && !isOrderOpen(booking) && !isMoneyUnderWay(booking)}
        />
      </TodoPanel>
    </DashboardPage>
  );
}
