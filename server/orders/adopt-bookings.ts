/**
 * Creates the orders of bookings that a process of the version before orders settled while both versions were running.
 */
import { lockWithProduct, rememberListing, showAgain } from '#server/bookings/service.ts';
import { deadlinesOf } from './move-order.ts';
import type { OrderServices } from './order-services.ts';
import { insertOrder, listUnordered } from './repository.ts';

/** How many bookings are read at once. */
const batch = 1000;

/**
 * Creates an order for every paid booking that has none, as the migration did for older ones: without a fee, because
 * their sellers were not told about one, and without automatic refunds.
 */
export async function adoptBookings(services: Pick<OrderServices, 'db' | 'clock' | 'terms'>): Promise<void> {
  let ids: string[];
  do {
    ids = await listUnordered(services.db, batch);
    for (const id of ids) await adopt(services, id);
  } while (ids.length === batch);
}

function adopt(services: Pick<OrderServices, 'db' | 'clock' | 'terms'>, id: string): Promise<void> {
  return services.db.transaction(async (tx) => {
    const booking = await lockWithProduct(tx, id);
    if (booking?.state !== 'paid') return;
    const now = services.clock.now();
    if (booking.listing === null) await rememberListing(tx, id);
    await showAgain(tx, id);
    const row = {
      id,
      productId: booking.productId,
      buyerId: booking.buyerId,
      sellerId: booking.sellerId,
      amountCents: booking.sellCents,
      feePercent: 0,
      feeFixedCents: 0,
      vatPercent: 0,
      feeCents: 0,
      vatCents: 0,
      ...deadlinesOf('paid', now, services),
      isAdopted: true,
      createdAt: booking.updatedAt,
    };
    await insertOrder(tx, row);
  });
}
