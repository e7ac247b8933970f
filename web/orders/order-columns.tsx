/** The columns of the lists of orders. */
import type { ReactNode } from 'react';

import { fromCents } from '#contract/money.ts';
import { nextWords, orderStateWords, taskWords } from '#contract/orders-words.ts';
import type { OrderSummary } from '#contract/orders.ts';
import { paths } from '#web/platform/paths.ts';
import { TablePhone } from '#web/products/table-phone.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Price } from '#web/ui/price.tsx';

import { NextLine } from './next-line.tsx';
import { stateTones, waitsForBank } from './order-words.ts';

type Note = (order: OrderSummary) => ReactNode;

export const phoneColumn = (note: Note): Column<OrderSummary> => ({
  header: 'Phone',
  isName: true,
  cell: (order) => (
    <TablePhone
      to={paths.order(order._id)}
      model={order.model}
      image={order.image}
      picture={order.picture}
      note={note(order)}
    />
  ),
});

export const priceColumn = (note: Note): Column<OrderSummary> => ({
  header: 'Price',
  cell: (order) => (
    <span className="flex flex-col gap-0.5">
      <Price sell={fromCents(order.amountCents)} size="row" />
      <span className="text-small text-quiet empty:hidden">{note(order)}</span>
    </span>
  ),
});

export const stateColumn: Column<OrderSummary> = {
  header: 'State',
  cell: (order) => (
    <span className="grid max-w-72 justify-items-start gap-1 wrap-anywhere">
      <Badge tone={stateTones[order.state]} isLong>
        {orderStateWords[order.state]}
      </Badge>
      <span className="text-small">
        <NextOf order={order} />
      </span>
      {order.hasOpenChargeback && !waitsForBank(order) && (
        <span className="text-small text-wait">A bank holds the money back</span>
      )}
    </span>
  ),
};

function NextOf({ order }: { order: OrderSummary }) {
  const { next, isYourTurn, paidAt } = order;
  if (next.step === 'nothing') {
    return (
      <span className="text-quiet">
        Paid <Moment time={paidAt} />
      </span>
    );
  }
  const words = isYourTurn ? taskWords(next.step) : nextWords(next.step, othersOf(order));
  return <NextLine {...{ words, isYourTurn }} until={next.until} />;
}

/** Who has to act; the words of Ringback's own steps say so themselves. */
function othersOf({
  next: { by },
  ...names
}: Pick<OrderSummary, 'next' | 'buyer' | 'seller'>): string | undefined {
  const others = by.flatMap((side) => (side === 'admin' ? [] : [names[side]]));
  return others.length === 0 ? undefined : others.join(' and ');
}

export const orderColumn: Column<OrderSummary> = {
  header: 'Order',
  align: 'end',
  cell: ({ _id, model }) => (
    <LinkButton
      to={paths.order(_id)}
      variant="quiet"
      aria-label={`Open the order of ${model}`}
      className="phone:whitespace-nowrap"
    >
      Open the order
    </LinkButton>
  ),
};
