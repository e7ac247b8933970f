/** Creates the order of a paid booking. */
import { shareOf } from '#contract/deal-terms.ts';
import { rememberListing } from '#server/bookings/service.ts';
import type { OnSaleSettled } from '#server/payments/service.ts';
import { deadlinesOf } from './move-order.ts';
import type { OrderServices } from './order-services.ts';
import { insertOrder } from './repository.ts';

/** Creates the order of a booking in the transaction that settles its payment: exactly one, with the booking's id. */
export const createOrder =
  (services: Pick<OrderServices, 'clock' | 'terms' | 'codes'>): OnSaleSettled =>
  async (tx, { bookingId, productId, buyerId, sellerId, amountCents, hasListing }) => {
    const now = services.clock.now();
    const { fee } = services.terms;
    const { feeCents, vatCents } = shareOf(amountCents, fee);
    if (!hasListing) await rememberListing(tx, bookingId);
    const row = {
      id: bookingId,
      productId,
      buyerId,
      sellerId,
      amountCents,
      feePercent: fee.percent,
      feeFixedCents: fee.fixedCents,
      vatPercent: fee.vatPercent,
      feeCents,
      vatCents,
      ...services.codes.make(bookingId),
      ...deadlinesOf('paid', now, services),
      createdAt: now,
    };
    await insertOrder(tx, row);
  };
