import { identityPool } from '#server/auth/configure-identity.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Config } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log/log.ts';
import { type DatabaseOptions, openDatabase } from '#server/platform/postgres/database.ts';
import { closeAll } from '#server/platform/process/close-all.ts';
import { searchPool } from '#server/search/service.ts';

/** Pools for writing, for reads that may lag slightly, for searches, and for the identity library. */
export function openPools(url: string, config: Config, log: Log, changes: Changes) {
  const { replicaUrl } = config.database;
  const main = openPool(url, config, log, { onChanged: changes.publish });
  const replica = replicaUrl === undefined ? undefined : openPool(replicaUrl, config, log);
  const search = openPool(replicaUrl ?? url, config, log, searchPool(config.searchLimitMs));
  const identity = openPool(url, config, log, { ...identityPool, onChanged: changes.publish });
  const pools = [main, search, identity, ...(replica ? [replica] : [])];
  const close = () => closeAll(pools.map((pool) => pool.close));
  return { db: main.db, readDb: (replica ?? main).db, searchDb: search.db, identityDb: identity.db, close };
}

const openPool = (
  url: string,
  { database }: Config,
  log: Log,
  options: Omit<DatabaseOptions, 'url' | 'hasOwnConnections' | 'onError'> = {},
) =>
  openDatabase({
    url,
    ...options,
    hasOwnConnections: database.usesPrepared,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
