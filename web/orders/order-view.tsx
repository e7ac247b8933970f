import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import type { Order } from '#contract/orders.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { useTitle } from '#web/platform/use-title.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';

import { ActionList } from './action-list.tsx';
import { Checklist } from './checklist.tsx';
import { CodeForm } from './code-form.tsx';
import { HandOverCode } from './hand-over-code.tsx';
import { ListingSnapshot } from './listing-snapshot.tsx';
import { MissingOrder } from './missing-order.tsx';
import { NextStep } from './next-step.tsx';
import { OrderContacts } from './order-contacts.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderProblem } from './order-problem.tsx';
import { orderQuery } from './order-queries.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { PassDay } from './pass-day.tsx';

export interface OrderViewProps {
  readonly orderId: string;
  /** Renders the page's head around its content. */
  readonly frame: (head: {
    title: ReactNode;
    intro?: ReactNode;
    action?: ReactNode;
    children: ReactNode;
  }) => ReactNode;
}

/** One order as its buyer, its seller or an admin sees it, with everything that they can do. */
export function OrderView({ orderId, frame }: OrderViewProps) {
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(useSend(), orderId));
  useTitle(order === undefined ? undefined : `Order of ${order.model}`);
  if (order === undefined) {
    return frame({
      title: 'Order',
      children: <MissingOrder {...{ error, isFetching }} onRetry={() => void refetch()} />,
    });
  }
  return frame({
    title: (
      <>
        Order of <bdi>{order.model}</bdi>
      </>
    ),
    intro: introOf(order),
    action: (
      <LinkButton
        to={paths.receipt(orderId)}
        variant="quiet"
        aria-label={`Receipt for ${order.model}`}
        className="print:hidden"
      >
        Receipt
      </LinkButton>
    ),
    children: <OrderBody order={order} />,
  });
}

/** Two columns on a wide screen; on a narrow one, the most urgent parts first. */
function OrderBody({ order }: { order: Order }) {
  const { role, state } = order;
  useFocusAfterChange(state);
  return (
    <div className="grid gap-6 desk:grid-cols-[minmax(0,1fr)_20rem] desk:grid-rows-[auto_auto_1fr] desk:items-start print:block print:space-y-6">
      <NextStep order={order} />
      <div className="empty:hidden desk:col-start-1">
        <OrderProblem order={order} />
      </div>
      {/* As high as the state beside it, whichever is higher, so that neither column has a gap. */}
      <div className="grid desk:col-start-2 desk:row-start-1 desk:self-stretch">
        <OrderContacts order={order} />
      </div>
      <div className="grid content-start gap-6 desk:col-start-1 print:block print:space-y-6">
        <OrderParcels order={order} />
        {role === 'seller' && state === 'paid' && <CodeForm order={order} />}
        {role === 'buyer' && state === 'paid' && <Checklist order={order} />}
        {role === 'buyer' && <HandOverCode order={order} />}
        <ActionList order={order} />
        {role === 'buyer' && state !== 'paid' && order.possible.includes('check') && (
          <Checklist order={order} />
        )}
        <PassDay order={order} />
        <OrderTimeline order={order} />
      </div>
      {/* In two rows, so that a long problem leaves no gap in this column. */}
      <div className="grid content-start gap-6 desk:col-start-2 desk:row-span-2 desk:row-start-2 print:block print:space-y-6">
        <OrderMoney order={order} />
        <ListedAgain order={order} />
        <ListingSnapshot order={order} />
      </div>
    </div>
  );
}

/** The button that was pressed may not exist in the next state. */
function useFocusAfterChange(state: Order['state']): void {
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current !== state) focusContentIfLost();
    shown.current = state;
  }, [state]);
}

function ListedAgain({ order: { listedAgainAs, model } }: { order: Order }) {
  if (listedAgainAs === null) return null;
  return (
    <LinkButton
      to={paths.product(listedAgainAs)}
      variant="quiet"
      aria-label={`See the new listing of ${model}`}
      className="print:hidden"
    >
      See the new listing
    </LinkButton>
  );
}

function introOf({ role, buyer, seller, number }: Order) {
  const sides = {
    buyer: `Bought from ${seller}.`,
    seller: `Sold to ${buyer}.`,
    admin: `Sold by ${seller} to ${buyer}.`,
  };
  return (
    <>
      {sides[role]} Order number <span className="whitespace-nowrap">{number}</span>.
    </>
  );
}
