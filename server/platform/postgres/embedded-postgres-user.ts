// PostgreSQL refuses to run as root. This chooses the user that it runs as, and finds out which folders that user can
// enter.
import { execFile } from 'node:child_process';
import { type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { postgresError } from './embedded-postgres-error.ts';

const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The user that PostgreSQL runs as: undefined (this process's own user) unless this process is root; for root the
 * owner of an existing cluster, else the system's `postgres`, else a new user `ringback`.
 */
export async function choosePostgresUser(
  cluster: string,
  log: (message: string) => void,
): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findUser('postgres')) ?? (await findUser('ringback')) ?? (await makeUser('ringback', log));
}

/** Whether `user` can read `path` and, if it is a folder, enter it. */
export function canReach(path: string, user: SystemUser): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && isAllowed(stats, user, 0o5) && !firstClosedFolder(dirname(path), user);
}

/** The first folder on the way to `path`, from the root down and `path` included, that `user` may not enter. */
export function firstClosedFolder(path: string, user: SystemUser): string | undefined {
  const absolute = resolve(path);
  const above = dirname(absolute);
  const closed = above === absolute ? undefined : firstClosedFolder(above, user);
  if (closed) return closed;
  const stats = statSync(absolute, { throwIfNoEntry: false });
  return stats && !isAllowed(stats, user, 0o1) ? absolute : undefined;
}

function isAllowed(stats: Stats, user: SystemUser, wanted: number): boolean {
  if (stats.uid === user.uid) return ((stats.mode >> 6) & wanted) === wanted;
  if (stats.gid === user.gid) return ((stats.mode >> 3) & wanted) === wanted;
  return (stats.mode & wanted) === wanted;
}

async function findUser(name: string): Promise<SystemUser | undefined> {
  try {
    const uid = await run('id', ['-u', name]);
    const gid = await run('id', ['-g', name]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` does not know a user of that name.
    return undefined;
  }
}

async function makeUser(name: string, log: (message: string) => void): Promise<SystemUser> {
  log(`PostgreSQL does not run as root: making the system user "${name}" for it.`);
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-H', '-D', name]],
  ];
  let cause: unknown;
  for (const [program, parameters] of attempts) {
    try {
      await run(program, parameters);
      const user = await findUser(name);
      if (user) return user;
    } catch (error) {
      cause = error;
    }
  }
  throw postgresError(
    'PostgreSQL does not run as root, and no user could be made for it.',
    'Run Ringback as an ordinary user, make a system user "postgres"',
    cause,
  );
}
