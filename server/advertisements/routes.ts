import * as advertisements from '#contract/advertisements.ts';
import { deleted, inserted } from '#contract/replies.ts';
import * as service from './service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import { ownsProduct } from '#server/products/service.ts';

export interface AdvertisementDependencies {
  readonly db: Database;
  readonly readDb: Database;
  readonly clock: Clock;
}

export function advertisementRoutes(api: Api, { db, readDb, clock }: AdvertisementDependencies): void {
  api.on(advertisements.advertise, {
    owns: (productId, person) => ownsProduct(db, productId, person),
    handle: async ({ body }) => inserted(await service.advertise(db, body.uniqId)),
  });
  api.on(advertisements.listAdvertisements, {
    handle: ({ query }) => service.listAdvertisements(readDb, query),
  });
  api.on(advertisements.endAdvertisement, {
    owns: (productId, person) => ownsProduct(db, productId, person),
    handle: async ({ query, person }) => deleted(await service.stopAdvertising(db, clock, query.id, person)),
  });
}
