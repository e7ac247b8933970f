import type { Person } from '#contract/access.ts';
import { deleted, inserted, modified } from '#contract/replies.ts';
import * as usersPage from '#contract/users-page.ts';
import * as suspended from '#contract/users-suspensions.ts';
import * as users from '#contract/users.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import * as service from './service.ts';
import { type CountDeals, getPerson } from './show-person.ts';

export interface UserDependencies {
  readonly suspensions: service.SuspensionServices;
  readonly db: Database;
  readonly clock: Clock;
  readonly onUserRemoved: readonly service.OnUserRemoved[];
  /** After how many days a removed account is erased. */
  readonly eraseDays: number;
  readonly isUploaded: service.IsUploaded;
  /** A replica if there is one: a public page may be slightly outdated. */
  readonly readDb: Database;
  readonly countDeals: CountDeals;
}

export function userRoutes(api: Api, deps: UserDependencies): void {
  const { db, readDb, clock, countDeals, onUserRemoved, isUploaded, eraseDays, suspensions } = deps;
  const removal = { onRemoved: onUserRemoved, eraseDays, clock, notify: suspensions.notify };
  suspensionRoutes(api, deps);
  api.on(usersPage.getPublicPerson, { handle: ({ params }) => getPerson(readDb, params._id, countDeals) });
  api.on(users.getUser, {
    owns: isOneself,
    handle: ({ person, query }) => service.getUser(db, query.email ?? person.email),
  });
  api.on(users.changeUser, {
    handle: async ({ person, body }) => modified(await service.changeUser(db, person, body, isUploaded)),
  });
  api.on(users.becomeSeller, {
    handle: async ({ person }) => modified(await service.becomeSeller(db, person)),
  });
  api.on(users.listUsers, { handle: ({ query }) => service.listUsers(db, query) });
  api.on(users.registerUser, {
    owns: isOneself,
    handle: async ({ person, body }) =>
      inserted(await service.registerUser(db, person, body, { isUploaded, clock })),
  });
  api.on(users.isAdmin, {
    handle: async ({ person, params }) => {
      const asked = await findVisible(params.email, person);
      return { isAdmin: asked?.isAdmin ?? false };
    },
  });
  api.on(users.isSeller, {
    handle: async ({ person, params }) => {
      const asked = await findVisible(params.email, person);
      return { seller: asked?.isSeller ?? false };
    },
  });
  api.on(users.verifySeller, {
    handle: async ({ person, params }) =>
      modified(await service.verifySeller(db, suspensions, person, params._id)),
  });
  api.on(users.unverifySeller, {
    handle: async ({ person, params }) =>
      modified(await service.unverifySeller(db, suspensions, person, params._id)),
  });
  api.on(users.removeUser, {
    handle: async ({ person, params }) => deleted(await service.removeUser(db, person, params._id, removal)),
  });

  /** The requested person, if the viewer may see them: people see themselves, admins everybody. */
  async function findVisible(email: string, viewer: Person | undefined) {
    if (viewer === undefined) return undefined;
    if (service.isOneself(viewer, email)) return viewer;
    return viewer.isAdmin ? service.findPersonByEmail(db, email) : undefined;
  }
}

const isOneself = async (subject: string, person: Person): Promise<boolean> =>
  service.isOneself(person, subject);

function suspensionRoutes(api: Api, { db, suspensions }: UserDependencies): void {
  api.on(suspended.suspendUser, {
    handle: async ({ person, params, body }) => {
      await service.suspendUser(db, suspensions, person, { id: params._id, ...body });
      return modified(1);
    },
  });
  api.on(suspended.liftSuspension, {
    handle: async ({ person, params, body }) =>
      modified(await service.liftSuspension(db, suspensions, person, { id: params._id, ...body })),
  });
  api.on(suspended.keepSuspension, {
    handle: async ({ person, params, body }) => {
      await service.keepSuspension(db, suspensions, person, { id: params._id, ...body });
      return modified(1);
    },
  });
  api.on(suspended.getSuspension, { handle: ({ person }) => service.getSuspension(db, person.id) });
  api.on(suspended.appealSuspension, {
    handle: async ({ person, body }) => {
      await service.appealSuspension(db, suspensions, person, body.text);
      return modified(1);
    },
  });
}
