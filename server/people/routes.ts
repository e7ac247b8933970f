import * as people from '#contract/people.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import * as service from './service.ts';

export function peopleRoutes(api: Api, { db }: { readonly db: Database }): void {
  api.on(people.getPerson, { handle: ({ params }) => service.getPerson(db, params._id) });
  api.on(people.countPeople, { handle: ({ query }) => service.countPeople(db, query) });
  api.on(people.listPeople, { handle: ({ query }) => service.listPeople(db, query) });
}
