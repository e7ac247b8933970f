import * as cities from '#contract/cities.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import * as service from './service.ts';

export interface CityDependencies {
  readonly readDb: Database;
}

export function cityRoutes(api: Api, { readDb }: CityDependencies): void {
  api.on(cities.listCities, { handle: ({ query }) => service.listCities(readDb, query.q) });
}
