import type { Person } from '#contract/access.ts';
import { copyProduct } from '#server/products/service.ts';
import { requirePresent } from '#server/users/service.ts';
import { actOnOrder, refuse } from './act-on-order.ts';
import type { OrderServices } from './order-services.ts';
import { appendToLog, changeOrder } from './repository.ts';

export interface ListAgainServices extends OrderServices {
  readonly rateLimitFactor: number;
}

/**
 * Lists the phone of a refunded order again, once: a new listing with the same facts and photos.
 *
 * @throws Failure orders.not-possible, products.too-many-today
 */
export function listPhoneAgain(services: ListAgainServices, id: string, seller: Person): Promise<void> {
  return actOnOrder(
    services,
    id,
    seller,
    'list-again',
    async (tx, { order, actor }) => {
      const listedAgainAs = await copyProduct(tx, seller, order.productId, services);
      if (listedAgainAs === undefined)
        throw refuse('orders.not-possible', order, 'seller', {
          detail: 'This listing was removed by an admin and cannot be listed again.',
        });
      await changeOrder(tx, order.id, { listedAgainAs });
      await appendToLog(tx, order.id, 'listed-again', { actor });
    },
    (tx) => requirePresent(tx, seller.id),
  );
}
