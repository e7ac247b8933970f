import type { ComponentType } from 'react';

import {
  type Booking,
  type BookingFilterName,
  type BookingState,
  removeBooking,
  countBookings,
  listBookings,
} from '#contract/bookings.ts';
import type { TimeOrder } from '#contract/table.ts';
import noOrders from '#web/pictures/no-orders.svg';
import { call, callPage } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { type TableCalls, type TableChoices, timeSorts, useTable } from '#web/platform/table-view.ts';
import { TablePhone } from '#web/products/table-phone.tsx';
import { UrlTable } from '#web/ui/url-table.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { DeleteButton } from '#web/ui/delete-button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Price } from '#web/ui/price.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';

import { OrderState, TransactionId } from './order-state.tsx';

export interface OrderTableProps {
  readonly userEmail: string;
  /** Shows the state of a paid booking's order. */
  readonly Details: BookingPart;
  /** The link of a paid booking. */
  readonly Link: BookingPart;
  /** False for bookings that must stay on the list. */
  readonly canDelete: (booking: Booking) => boolean;
}

type BookingPart = ComponentType<{ booking: Booking }>;

const choices: TableChoices<BookingFilterName, TimeOrder> = {
  shows: [
    ['held', 'Held for you'],
    ['paid', 'Bought'],
    ['refunded', 'Refunded'],
    ['cancelled', 'Ended'],
  ],
  sorts: timeSorts,
};

/** A buyer's bookings. The URL has the search, filters and order. */
export function OrderTable({ userEmail, Details, Link, canDelete }: OrderTableProps) {
  const table = useTable(choices, bookingCalls(useSend(), userEmail));
  const isSuspended = useIsSuspended();
  return (
    <UrlTable
      {...table}
      caption="My orders"
      searchLabel="Model, or the seller’s name"
      columns={[...facts, paymentColumn(Details), actionColumn(Link, canDelete)]}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState
          title="No orders yet"
          picture={noOrders}
          // A suspended person cannot book.
          action={isSuspended ? undefined : <LinkButton to={paths.home}>Find a phone</LinkButton>}
        >
          A phone that you book appears here, with the time you have to pay for it.
        </EmptyState>
      }
    />
  );
}

const facts: readonly Column<Booking>[] = [
  {
    header: 'Phone',
    isName: true,
    cell: ({ productId, orderId, model, image, picture, seller }) => (
      <TablePhone
        to={orderId === null ? paths.product(productId) : paths.order(orderId)}
        model={model}
        image={image}
        picture={picture}
        note={`From ${seller}`}
      />
    ),
  },
  { header: 'Price', cell: ({ sell }) => <Price sell={sell} size="row" /> },
  {
    header: 'Meet at',
    cell: ({ userLocation, isParcel }) => (
      <span className="block wrap-anywhere tablet:min-w-24">
        {isParcel ? 'It comes by parcel' : userLocation}
      </span>
    ),
  },
];

const paymentColumn = (Details: BookingPart): Column<Booking> => ({
  header: 'Payment',
  cell: (booking) => (
    <span className="grid justify-items-start gap-1">
      <OrderState booking={booking} />
      <Details booking={booking} />
      <TransactionId booking={booking} />
    </span>
  ),
});

const actionColumn = (Link: BookingPart, canDelete: OrderTableProps['canDelete']): Column<Booking> => ({
  header: 'Action',
  align: 'end',
  cell: (booking) => {
    if (booking.orderId === null && !canDelete(booking)) return null;
    return (
      <span className="inline-flex flex-wrap items-center gap-1 tablet:flex-nowrap tablet:justify-end">
        <Link booking={booking} />
        {canDelete(booking) && <DeleteBooking booking={booking} />}
      </span>
    );
  },
});

const deleteQuestion = 'Are you Confirm Delete This Product';

function DeleteBooking({ booking }: { booking: Booking }) {
  const makeCall = useCall();
  const refetchAfter = useRefetchAfter();
  return (
    <DeleteButton
      name={`the order of ${booking.model}`}
      question={booking.state === 'held' ? deleteQuestion : `${deleteQuestion}\n\n${keptWords(booking)}`}
      onDelete={() => makeCall(removeBooking, { query: { id: booking._id } })}
      // An unpaid phone is for sale again.
      refresh={() => refetchAfter('booking-changed')}
    />
  );
}

/** Records that concern money are never deleted: the person should know before answering. */
const keptWords = ({ state, latePayment }: Booking): string =>
  `It is only taken off this list: ${remains[latePayment === null ? state : 'refunded']}`;

const remains = {
  held: 'the phone is for sale again.',
  paid: 'the phone stays yours, and your payment stays on record.',
  cancelled: 'the booking has ended already, and you have not been charged.',
  expired: 'the booking has ended already, and you have not been charged.',
  refunded: 'your refund is not touched.',
} as const satisfies Record<BookingState, string>;

/** The calls of a buyer's bookings. */
const bookingCalls = (send: Send, userEmail: string): TableCalls<Booking, BookingFilterName, TimeOrder> => ({
  keyOf: (part) => accountKeys.bookings.ofBuyer(userEmail, part),
  list: (page, signal) => callPage(send, listBookings, { query: { userEmail, ended: '1', ...page }, signal }),
  count: (search, signal) => call(send, countBookings, { query: { userEmail, ...search }, signal }),
});
