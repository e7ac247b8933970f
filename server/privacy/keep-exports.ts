/** Copies of people's data, from the request to the removal a day later. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { hourMs } from '#contract/durations.ts';
import { exportHours, type OwnData, privacyErrors } from '#contract/privacy.ts';
import { failWith } from '#server/platform/failure.ts';
import { type ImageStorage, StorageUnavailable } from '#server/platform/images/image-storage.ts';
import { type Executor, newId, violatedIndex } from '#server/platform/postgres/database.ts';
import { exportQueue, type ExportServices, partName } from './export-services.ts';
import * as repository from './repository.ts';

const fail = failWith(privacyErrors);

/** How many expired copies are removed in one round. */
const batch = 100;

/**
 * Requests a copy of everything about a person. Only one at a time is made.
 *
 * @returns its id
 * @throws Failure privacy.export-running
 */
export async function requestExport(
  { db, jobs, clock }: Pick<ExportServices, 'db' | 'jobs' | 'clock'>,
  { id: personId }: { id: string },
): Promise<string> {
  const requestedAt = clock.now();
  const id = newId(requestedAt);
  const expiresAt = new Date(requestedAt.getTime() + exportHours * hourMs);
  const file = randomBytes(24).toString('hex');
  try {
    await db.transaction(async (tx) => {
      await repository.insertExport(tx, { id, personId, file, requestedAt, expiresAt });
      await jobs.enqueue(tx, exportQueue, { exportId: id });
    });
  } catch (error) {
    if (violatedIndex(error) === 'data_exports_one_running') throw fail('privacy.export-running');
    throw error;
  }
  return id;
}

/** The state of a person's newest copy; null if there is none. */
export async function describeExport(db: Executor, personId: string, now: Date): Promise<OwnData['export']> {
  const row = await repository.findNewest(db, personId, { now });
  if (row === undefined) return null;
  return {
    state: row.readyAt === null ? 'running' : 'ready',
    requestedAt: row.requestedAt.toISOString(),
    until: row.expiresAt.toISOString(),
    bytes: row.readyAt === null ? 0 : row.bytes,
  };
}

/**
 * A person's newest copy.
 *
 * @throws Failure privacy.export-missing
 */
export async function getReadyExport(
  db: Executor,
  personId: string,
  now: Date,
): Promise<repository.ExportRow> {
  const row = await repository.findNewest(db, personId, { now, isReady: true });
  if (row === undefined) throw fail('privacy.export-missing');
  return row;
}

/** The bytes of a copy, part by part. */
export const openExport = (
  storage: ImageStorage,
  { file, parts }: Pick<repository.ExportRow, 'file' | 'parts'>,
): Readable => Readable.from(partsOf(storage, file, parts), { objectMode: false });

async function* partsOf(storage: ImageStorage, file: string, parts: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await storage.read(partName(file, part));
    if (bytes === undefined) throw new Error(`part ${part} of the export ${file} is missing`);
    yield bytes;
  }
}

/** Removes copies that have expired, also unfinished ones. One that cannot be removed does not delay the others. */
export async function removeExpiredExports({
  db,
  clock,
  storage,
}: Pick<ExportServices, 'db' | 'clock' | 'storage'>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of await repository.listExpired(db, clock.now(), batch)) {
    try {
      await removeParts(storage, row);
      await repository.removeExport(db, row.id);
    } catch (error) {
      // The storage is unavailable: the others would fail as well, after waiting for it.
      if (error instanceof StorageUnavailable) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'expired copies could not be removed');
}

/** Removes the parts of a copy from the storage. */
export async function removeParts(
  storage: ImageStorage,
  { file, parts }: Pick<repository.ExportRow, 'file' | 'parts'>,
): Promise<void> {
  for (let part = 0; part < parts; part += 1) await storage.remove(partName(file, part));
}
