import { existsSync, readdirSync } from 'node:fs';

const shelf = '/usr/lib/postgresql';

/** The folder `bin/` of an installed PostgreSQL that the product supports; undefined if there is none. */
export function findInstalledPostgres(): string | undefined {
  if (!existsSync(shelf)) return undefined;
  const versions = readdirSync(shelf).map(Number);
  const usable = versions.filter(
    (version) => version >= 15 && existsSync(`${shelf}/${version}/bin/postgres`),
  );
  // The oldest one: the embedded one already covers the newest features.
  return usable.length > 0 ? `${shelf}/${Math.min(...usable)}` : undefined;
}
