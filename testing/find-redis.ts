import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { canInstallWithApt, installWithApt } from '#scripts/install-with-apt.ts';

/**
 * The path of a redis-server for the tests of shared rate limits: REDIS_SERVER, or the system's. As root with apt, it
 * is installed if missing.
 *
 * @throws Error that says what to install if there is none
 */
export function findRedis(): string {
  const found = fromEnvironment() ?? onPath();
  if (found !== undefined) return found;
  if (canInstallWithApt()) {
    installWithApt('redis-server', 'The tests of shared rate limits need a Redis');
    const installed = onPath();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The tests of shared rate limits need a redis-server and none was found. Install redis-server, or set\n' +
      'REDIS_SERVER to the path of one.',
  );
}

function fromEnvironment(): string | undefined {
  const path = process.env.REDIS_SERVER;
  if (path && !existsSync(path)) throw new Error(`REDIS_SERVER names ${path}, which does not exist.`);
  return path || undefined;
}

function onPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/opt/homebrew/bin'];
  // Valkey is compatible.
  const places = folders.flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')]);
  return places.find((place) => existsSync(place));
}
