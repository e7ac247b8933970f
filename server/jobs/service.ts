import { cursorOf, idOfCursor } from '#contract/cursor.ts';
import { type FailedJob, jobNames } from '#contract/jobs.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import {
  countFailedJobs,
  type FailedJobRow,
  type FailurePlace,
  listFailedJobs as listRows,
} from '#server/platform/jobs/failed-jobs.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { withoutTypedValues } from '#server/platform/log/log.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Database, Executor } from '#server/platform/postgres/database.ts';

const queues = Object.keys(jobNames);

/** Jobs that have failed in every attempt, the newest failure first. */
export async function listFailedJobs(db: Executor, { cursor, limit }: PageQuery): Promise<Page<FailedJob>> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const rows = await listRows(db, queues, { after, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(describe),
    ...(rows.length > limit && last !== undefined
      ? { nextCursor: `${last.micros}${cursorOf(last.id)}` }
      : {}),
  };
}

const microsDigits = 16;

const placeOf = (cursor: string): FailurePlace => ({
  micros: cursor.slice(0, microsDigits),
  id: idOfCursor(cursor),
});

const describe = ({
  id,
  name,
  subjectId,
  createdOn,
  attempts,
  micros,
  message,
}: FailedJobRow): FailedJob => ({
  _id: id,
  queue: name,
  subjectId,
  time: new Date(createdOn).toISOString(),
  failedAt: new Date(Number(micros) / 1000).toISOString(),
  attempts,
  lastError: readable(message ?? ''),
});

const longestError = 200;

/**
 * The first line of an error's message without what people have typed: addresses, and quoted texts, which parsers and
 * PostgreSQL repeat. Names of tables, columns and files may be quoted, too; they stay.
 */
export function readable(message: string): string {
  const [line = ''] = withoutTypedValues(message).split('\n');
  return line
    .replaceAll(/"(?![a-z_/][a-z0-9_./:-]*")[^"]*"/g, '"…"')
    .replaceAll(/(?<=[\s(:=])'(?![a-z_/][a-z0-9_./:-]*')[^']*'/g, "'…'")
    .slice(0, longestError);
}

/**
 * Runs a failed job once more; if it fails again, it is listed again.
 *
 * @returns 1, or 0 if it is not failed any more
 */
export const retryFailedJob = (
  { db, jobs }: { readonly db: Database; readonly jobs: Pick<Jobs, 'retry'> },
  queue: string,
  id: string,
): Promise<number> => jobs.retry(db, { name: queue }, id);

/** How many jobs of each queue have failed in every attempt, for `/metrics`. */
export const failedJobCount = (db: Executor): WatchedCount => ({
  name: 'jobs_failed',
  help: 'Background jobs that have failed in every attempt in the last days, which wait for an admin',
  label: 'queue',
  values: queues,
  count: () => countFailedJobs(db, queues),
});
