import { existsSync, readdirSync } from 'node:fs';

const versionsFolder = '/usr/lib/postgresql';

/** The folder `bin/` of an installed PostgreSQL that the product supports; undefined if there is none. */
export function findInstalledPostgres(): string | undefined {
  if (!existsSync(versionsFolder)) return undefined;
  const versions = readdirSync(versionsFolder).map(Number);
  const usable = versions.filter(
    (version) => version >= 15 && existsSync(`${versionsFolder}/${version}/bin/postgres`),
  );
  // The oldest one: the embedded one already covers the newest features.
  return usable.length > 0 ? `${versionsFolder}/${Math.min(...usable)}` : undefined;
}
