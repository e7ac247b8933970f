import * as search from '#contract/search.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import * as service from './service.ts';

export interface SearchDependencies {
  /** Connections of its own, to a replica where there is one: what is found may be a moment old. */
  readonly searchDb: Database;
  readonly config: Pick<Config, 'database'>;
}

export function searchRoutes(api: Api, { searchDb, config }: SearchDependencies): void {
  const { usesPrepared } = config.database;
  const cards = service.prepareCards(usesPrepared);
  const tools = { cards, usesPrepared };

  api.on(search.searchProducts, { handle: ({ query }) => service.searchProducts(searchDb, query, tools) });
  api.on(search.suggest, {
    handle: async ({ query }) => ({ suggestions: await service.suggest(searchDb, query.q, tools) }),
  });
}
