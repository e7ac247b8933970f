import * as edits from '#contract/products-edit.ts';
import * as table from '#contract/products-table.ts';
import * as products from '#contract/products.ts';
import { deleted, inserted, modified } from '#contract/replies.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Owns } from '#server/platform/http/http-guard.ts';
import type { Api } from '#server/platform/http/http.ts';
import { isOneself } from '#server/users/service.ts';
import { addProduct, dailyLimit } from './add-product.ts';
import { editProduct, getOwnListing } from './edit-product.ts';
import { moveOwnProduct, relistProduct } from './move-own-product.ts';
import { removeProduct } from './remove-product.ts';
import * as service from './service.ts';
import { getProduct, listSimilar } from './show-product.ts';

export interface ProductDependencies {
  readonly db: Database;
  /** A replica if there is one: public lists may be slightly outdated. */
  readonly readDb: Database;
  readonly productReads: service.ProductReads;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly rateLimitFactor: number;
  readonly listAdvertised: service.ListAdvertised;
  readonly listHolds: service.ListHolds;
  readonly listOrders: service.ListOrders;
  readonly onProductRemoved: readonly service.OnProductRemoved[];
  readonly onProductSold: service.OnProductSold;
}

export function productRoutes(api: Api, deps: ProductDependencies): void {
  const { db, readDb, productReads, clock, publicUrl, rateLimitFactor } = deps;
  const maxPerDay = dailyLimit(rateLimitFactor);

  api.on(products.listCategories, { handle: () => service.listCategories(productReads) });
  api.on(products.getMarket, { handle: () => service.getMarket(productReads) });
  api.on(products.getCategory, { handle: ({ params }) => service.getCategory(productReads, params._id) });
  api.on(products.listProducts, {
    handle: ({ person, query: { id, ...query } }) =>
      id === undefined
        ? service.listProducts(db, person, query, deps)
        : service.listProductsOfCategory(productReads, id, query),
  });
  api.on(table.countProducts, {
    owns: async (email, person) => isOneself(person, email),
    handle: ({ person, query }) => service.countOwn(db, person, query),
  });
  api.on(products.getProduct, { handle: ({ params }) => getProduct(productReads, params._id) });
  api.on(products.listSimilar, { handle: ({ params }) => listSimilar(productReads, params._id) });
  api.on(products.listOwnIds, {
    handle: ({ person, query }) => service.listOwnIds(db, person, query.ids),
  });
  api.on(products.listDevices, {
    handle: ({ query }) => service.listDevices(readDb, productReads, query.categoryId),
  });
  api.on(products.addProduct, {
    owns: async (email, seller) => email.trim().toLowerCase() === seller.email,
    handle: async ({ person, body }) =>
      inserted(await addProduct(db, person, body, { clock, publicUrl, maxPerDay })),
  });
  api.on(products.removeProduct, {
    owns: (id, person) => service.ownsProduct(db, id, person),
    handle: async ({ person, params }) => deleted(await removeProduct(db, params._id, person, deps)),
  });
  ownProductRoutes(api, deps);
}

/** The calls of sellers about their own phones. */
function ownProductRoutes(api: Api, deps: ProductDependencies): void {
  const { db } = deps;
  const owns: Owns = (id, person) => service.ownsProduct(db, id, person);
  api.on(edits.getOwnListing, {
    owns,
    handle: ({ params }) => getOwnListing(db, params._id, deps.listHolds),
  });
  api.on(edits.editProduct, {
    owns,
    handle: async ({ person, params, body }) => {
      const { version, isChanged } = await editProduct(db, params._id, person, body, deps);
      return { ...modified(Number(isChanged)), version };
    },
  });
  api.on(edits.moveProduct, {
    owns,
    handle: async ({ person, params, body }) =>
      modified(await moveOwnProduct(db, params._id, person, body.state, deps)),
  });
  api.on(edits.relistProduct, {
    owns,
    handle: async ({ person, params }) => inserted(await relistProduct(db, params._id, person, deps)),
  });
}
