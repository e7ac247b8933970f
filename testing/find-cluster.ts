import { existsSync } from 'node:fs';

import { findInstalledPostgres } from './find-postgres.ts';

/** The paths of a cluster's programs. */
export interface ClusterPrograms {
  readonly nginx: string;
  readonly pgbouncer: string;
  /** The folder `bin/`. */
  readonly postgres: string;
}

/** The installed programs of a cluster; undefined if one is missing. */
export function findCluster(): ClusterPrograms | undefined {
  const nginx = find('nginx');
  const pgbouncer = find('pgbouncer');
  const postgres = findInstalledPostgres();
  if (nginx === undefined || pgbouncer === undefined || postgres === undefined) return undefined;
  return { nginx, pgbouncer, postgres };
}

const find = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(path));
