import * as bookings from '#contract/bookings.ts';
import { deleted, inserted } from '#contract/replies.ts';
import * as service from './service.ts';
import type { FindSignedIn } from '#server/auth/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import { ownsProduct } from '#server/products/service.ts';
import { isOneself } from '#server/users/service.ts';

export interface BookingDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly holdMinutes: number;
  readonly rateLimitFactor: number;
  readonly findTransactions: service.FindTransactions;
  readonly findOrders: service.FindOrders;
  readonly findLatePayments: service.FindLatePayments;
  readonly listLatePaid: service.ListLatePaid;
  readonly hasOpenOrder: service.HasOpenOrder;
  readonly reserve: service.Reserve;
  readonly findSignedIn: FindSignedIn;
}

export function bookingRoutes(api: Api, deps: BookingDependencies): void {
  const { db, clock, reserve, findSignedIn, hasOpenOrder } = deps;
  const options = { reserve, clock, findSignedIn, rules: service.holdRules(deps) };

  api.on(bookings.bookProduct, {
    owns: (productId, person) => ownsProduct(db, productId, person),
    handle: async ({ person, body }) => {
      const { id, holdExpiresAt } = await service.bookProduct(db, person, body, options);
      return { ...inserted(id), holdExpiresAt: holdExpiresAt.toISOString() };
    },
  });
  api.on(bookings.listBookings, {
    owns: async (email, person) => isOneself(person, email),
    handle: ({ person, query }) => service.listBookings(db, person, query, deps),
  });
  api.on(bookings.countBookings, {
    owns: async (email, person) => isOneself(person, email),
    handle: ({ person, query }) => service.countBookings(db, person, query, deps),
  });
  api.on(bookings.getBooking, {
    owns: (id, person) => service.ownsBooking(db, id, person),
    handle: ({ params }) => service.getBooking(db, params._id, deps),
  });
  api.on(bookings.removeBooking, {
    owns: (id, person) => service.ownsBooking(db, id, person),
    handle: async ({ person, query }) =>
      deleted(await service.removeBooking(db, query.id, person, { now: clock.now(), hasOpenOrder })),
  });
}
