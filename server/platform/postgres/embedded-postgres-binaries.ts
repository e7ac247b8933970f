import { chmod, cp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { folderError, postgresError } from './embedded-postgres-error.ts';
import { canReach, type SystemUser } from './embedded-postgres-user.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

/** The folder with `bin/`, `lib/` and `share/` of the PostgreSQL for this machine. */
export async function findBinaries(): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageFolder = locatePackage(packageName);
  if (!packageFolder || process.platform === 'win32') {
    throw postgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (the package ${packageName}).`,
      'Run `npm install` again if this machine is a usual Linux or macOS one',
    );
  }
  const folder = join(packageFolder, 'native');
  await linkLibraries(packageFolder);
  return folder;
}

/**
 * A copy of the binaries in the folder `parent` that `user` can run. Needed if the project is in a folder that only root
 * may enter.
 */
export async function copyBinaries(folder: string, parent: string, user: SystemUser): Promise<string> {
  const { version } = await readPackage(dirname(folder));
  const target = join(parent, `postgresql-${version}`);
  if (canReach(join(target, 'bin', 'postgres'), user)) return target;
  const draft = `${target}.${process.pid}`;
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
  await makeReadable(draft);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target).catch(async (cause: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    // If another process made the same copy first, that one is used.
    if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw folderError(parent, cause);
  });
  return target;
}

function locatePackage(name: string): string | undefined {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(name)));
  } catch {
    // Not installed: the caller reports it and says what to do.
    return undefined;
  }
}

async function readPackage(folder: string): Promise<{ version: string }> {
  const parsed: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const hasVersion = typeof parsed === 'object' && parsed !== null && 'version' in parsed;
  return { version: hasVersion ? String(parsed.version) : 'unknown' };
}

/** Packages cannot contain symbolic links; the package's install script creates them, if scripts are allowed. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await unlessMissing(readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of parseLinks(list ?? '[]')) {
    const path = join(packageFolder, target);
    await symlink(relative(dirname(target), source), path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return;
      throw postgresError(
        `The library link ${basename(path)} of the embedded PostgreSQL cannot be made: ${cause.message}`,
        'Run `npm install` as the owner of node_modules with install scripts allowed',
        cause,
      );
    });
  }
}

function parseLinks(text: string): { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) return [];
  return parsed.map((link: { source: unknown; target: unknown }) => ({
    source: String(link.source),
    target: String(link.target),
  }));
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
