import type { Booking, LatePaymentState } from '#contract/bookings.ts';
import { fromCents } from '#contract/money.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { presentPictureForParties, presentProduct } from '#server/products/service.ts';
import { listContacts } from '#server/users/service.ts';
import * as repository from './repository.ts';
import type { BookingRow } from './select-bookings.ts';

/** The processor's id of the charge that paid each booking. The payments domain implements it. */
export type FindTransactions = (
  db: Executor,
  bookingIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** The outcome of a paid booking. */
interface OrderOfBooking {
  readonly state: string;
  readonly next: NonNullable<Booking['orderNext']>;
  readonly isParcel: boolean;
  /** Whether the buyer's bank holds the money back, until it has decided on a chargeback. */
  readonly isHeldBack: boolean;
}

/** Where the money of payments is that came after their booking had ended. The payments domain implements it. */
export type FindLatePayments = (
  db: Executor,
  bookingIds: readonly string[],
) => Promise<ReadonlyMap<string, LatePaymentState>>;

/** A buyer's bookings whose late payment has not gone back yet. The payments domain implements it. */
export type ListLatePaid = (db: Executor, buyerId: string) => Promise<readonly string[]>;

/** The orders of these bookings. The orders domain implements it. */
export type FindOrders = (
  db: Executor,
  bookingIds: readonly string[],
) => Promise<ReadonlyMap<string, OrderOfBooking>>;

/** Implemented by later domains. */
export interface Relations {
  readonly findTransactions: FindTransactions;
  readonly findOrders: FindOrders;
  readonly findLatePayments: FindLatePayments;
  readonly listLatePaid: ListLatePaid;
}

/** Bookings as their buyer and admins see them. */
export async function presentBookings(
  db: Executor,
  rows: readonly BookingRow[],
  { findTransactions, findOrders, findLatePayments }: Relations,
): Promise<Booking[]> {
  if (rows.length === 0) return [];
  const buyers = [...new Set(rows.map(({ buyerId }) => buyerId))];
  const contacts = await listContacts(db, buyers);
  const ids = rows.map(({ bookingId }) => bookingId);
  const transactions = await findTransactions(db, ids);
  const orders = await findOrders(db, ids);
  const ended = rows.filter(({ bookingState }) => bookingState !== 'held' && bookingState !== 'paid');
  const latePayments = await findLatePayments(
    db,
    ended.map(({ bookingId }) => bookingId),
  );
  return rows.map((row) => ({
    ...presentBooking(row),
    userEmail: contacts.get(row.buyerId)?.email ?? '',
    user: contacts.get(row.buyerId)?.name ?? '',
    transactionId: transactions.get(row.bookingId) ?? null,
    latePayment: latePayments.get(row.bookingId) ?? null,
    ...presentOrderOf(row.bookingId, orders.get(row.bookingId)),
  }));
}

const presentOrderOf = (id: string, order: OrderOfBooking | undefined): Pick<Booking, OrderFields> => ({
  orderId: order === undefined ? null : id,
  orderState: order?.state ?? null,
  orderNext: order?.next ?? null,
  isParcel: order?.isParcel ?? false,
  isHeldBack: order?.isHeldBack ?? false,
});

type OrderFields = 'orderId' | 'orderState' | 'orderNext' | 'isParcel' | 'isHeldBack';

function presentBooking(
  row: BookingRow,
): Omit<Booking, 'userEmail' | 'user' | 'transactionId' | 'latePayment' | OrderFields> {
  const { model, name } = presentProduct(row);
  const { image, picture } = presentPictureOf(row);
  const isHeld = row.bookingState === 'held';
  return {
    _id: row.bookingId,
    productId: row.id,
    model,
    image,
    picture,
    seller: name,
    sell: fromCents(row.bookedCents),
    userLocation: row.userLocation,
    phone: row.buyerPhone,
    paid: row.bookingState === 'paid',
    state: row.bookingState,
    endedBy: row.endedBy,
    isPhoneRemoved: row.isPhoneRemoved,
    time: row.bookedAt.toISOString(),
    holdExpiresAt: isHeld ? row.holdExpiresAt.toISOString() : null,
  };
}

/** The phone's picture; a withheld one only if buyer and seller may see it. */
const presentPictureOf = (row: BookingRow): Pick<Booking, 'image' | 'picture'> => {
  const isReadable = row.pictureState !== 'withheld' || repository.keepsPicture(row.bookingState);
  return isReadable ? presentPictureForParties(row) : { image: '' };
};
