import * as search from '#contract/search.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import * as service from './service.ts';

export interface SearchDependencies {
  /** A pool for searches only, to a replica if there is one: results may be slightly out of date. */
  readonly searchDb: Database;
  readonly config: Pick<Config, 'database' | 'mode' | 'searchLimitMs'>;
}

export function searchRoutes(api: Api, { searchDb, config }: SearchDependencies): void {
  const { usesPrepared } = config.database;
  const cards = service.prepareCards(usesPrepared);
  const tools = { cards, usesPrepared, limitMs: config.searchLimitMs };

  api.on(search.searchProducts, {
    handle: ({ query, reply }) =>
      service.searchProducts(searchDb, query, {
        ...tools,
        // Developers can see the strategy of a search in the demo; a live site does not show it.
        ...(config.mode === 'demo'
          ? { onStrategy: (strategy) => void reply.header('X-Search-Strategy', strategy) }
          : {}),
      }),
  });
  api.on(search.suggest, {
    handle: async ({ query }) => ({ suggestions: await service.suggest(searchDb, query.q, tools) }),
  });
}
