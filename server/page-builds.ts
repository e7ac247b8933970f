/**
 * The files of earlier builds of the pages. After an upgrade, which may come in a new folder, pages that are open in a
 * tab still request the code of their own build, so it is kept for a day after that build was last served.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { FastifyInstance } from 'fastify';
import { eq, inArray, like } from 'drizzle-orm';

import { dayMs } from '#contract/durations.ts';
import { settings } from '#db/tables/settings.ts';
import { encodeFor } from '#server/platform/http/encode-body.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type ImageStorage, readUnlessRefused } from '#server/platform/images/image-storage.ts';
import type { Database } from '#server/platform/postgres/database.ts';

/** How long the files of a build are kept after it was last served, in milliseconds. */
export const buildLifetimeMs = dayMs;

/** How often to record that a build is being served, and to remove builds that are too old. */
export const buildRoundSeconds = 3600;

export interface BuildDependencies {
  readonly db: Database;
  readonly storage: ImageStorage;
  readonly clock: Clock;
}

/** The record of a build, which is stored as a setting. */
interface BuildRecord {
  readonly files: readonly string[];
  /** When it was last known to be served, ISO 8601. */
  readonly servedAt: string;
}

const recordPrefix = 'page-build:';

/**
 * Stores the files of the build that is served now, if they are not stored yet, and removes those of builds that
 * nobody has served for {@link buildLifetimeMs}. Several processes may do so at once.
 *
 * @param folder of the build's files with hashed names
 */
export async function rememberBuild(deps: BuildDependencies, folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name)).toSorted();
  const name = recordPrefix + createHash('sha256').update(files.join()).digest('hex');
  const known = await deps.db.select({ name: settings.name }).from(settings).where(eq(settings.name, name));
  if (known.length === 0) await storeFiles(deps.storage, folder, files);
  const record: BuildRecord = { files, servedAt: deps.clock.now().toISOString() };
  const value = JSON.stringify(record);
  await deps.db.insert(settings).values({ name, value }).onConflictDoUpdate({
    target: settings.name,
    set: { value },
  });
  await removeOldBuilds(deps);
}

async function storeFiles(storage: ImageStorage, folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await storage.put(storedName(file), await readFile(path.join(folder, file)), typeOf(file));
  }
}

async function removeOldBuilds({ db, storage, clock }: BuildDependencies): Promise<void> {
  const rows = await db
    .select()
    .from(settings)
    .where(like(settings.name, `${recordPrefix}%`));
  // Written by `rememberBuild`.
  const builds = rows.map(({ name, value }) => ({ name, ...(JSON.parse(value) as BuildRecord) }));
  const oldest = new Date(clock.now().getTime() - buildLifetimeMs).toISOString();
  const old = builds.filter(({ servedAt }) => servedAt < oldest);
  if (old.length === 0) return;
  const used = new Set(builds.filter((build) => !old.includes(build)).flatMap(({ files }) => files));
  for (const file of new Set(old.flatMap(({ files }) => files))) {
    if (!used.has(file)) await storage.remove(storedName(file));
  }
  await db.delete(settings).where(
    inArray(
      settings.name,
      old.map(({ name }) => name),
    ),
  );
}

/** Serves files of earlier builds; files of the current one have their own routes. */
export function serveEarlierBuilds(app: FastifyInstance, storage: ImageStorage): void {
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = request.params['*'];
    const bytes = await readUnlessRefused(storage, storedName(file), request.log);
    if (bytes === undefined || bytes === 'refused') {
      // Not cached: the next deploy may contain the file.
      return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('Not Found');
    }
    const [encoding, body] = await encodeFor(request.headers['accept-encoding'], Buffer.from(bytes));
    reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.type(typeOf(file)).send(body);
  });
}

/** A plain name that no picture has: storages accept no other characters. */
const storedName = (file: string): string =>
  `build-${createHash('sha256').update(file).digest('hex').slice(0, 48)}.bin`;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const typeOf = (file: string): string => types[path.extname(file)] ?? 'application/octet-stream';
