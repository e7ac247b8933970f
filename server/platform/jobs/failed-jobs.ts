/** Jobs that have failed in every attempt, as pg-boss stores them until it deletes them. */
import { sql } from 'drizzle-orm';

import type { Executor } from '#server/platform/postgres/database.ts';

/** An arbitrary number that no other advisory lock in the database uses. */
const indexLock = 7_245_013;

/**
 * pg-boss has no index that finds failed jobs among a week's completed ones. This one is created at the first start,
 * for which writers wait; later starts must not, so they do not name the table.
 */
export const failedJobIndex = `do $$ begin
  perform pg_advisory_xact_lock(${indexLock});
  if to_regclass('pgboss.job_failed') is null then
    create index job_failed on pgboss.job_common (completed_on, id) where state = 'failed';
  end if;
end $$`;

/** The place of a job in the list: when it failed, in microseconds since 1970, and its id. */
export interface FailurePlace {
  readonly micros: string;
  readonly id: string;
}

export interface FailedJobRow extends FailurePlace {
  readonly name: string;
  readonly subjectId: string | null;
  readonly createdOn: Date;
  readonly attempts: number;
  /** The message of the last error; of a failed statement that of its cause, without the statement. */
  readonly message: string | null;
}

type Row = FailedJobRow & Record<string, unknown>;

/** The fields of messages that name what a job is about. */
const subjectFields = [
  'subject',
  'transactionId',
  'payoutId',
  'reversalId',
  'sellerId',
  'imageId',
  'exportId',
];

/** Failed jobs of these queues, the newest failure first. */
export async function listFailedJobs(
  db: Executor,
  queues: readonly string[],
  { after, limit }: { readonly after: FailurePlace | undefined; readonly limit: number },
): Promise<FailedJobRow[]> {
  const subject = sql.join(
    subjectFields.map((field) => sql`data ->> ${field}`),
    sql`, `,
  );
  const rest =
    after === undefined
      ? sql``
      : sql`and (completed_on, id) <
          (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
  const { rows } = await db.execute<Row>(sql`
    select id, name, coalesce(${subject}) as "subjectId", created_on as "createdOn",
      retry_count + 1 as attempts,
      (extract(epoch from completed_on) * 1000000)::bigint::text as micros,
      coalesce(output #>> '{cause,message}', output ->> 'message', output #>> '{value,message}',
        output ->> 'value') as message
    from pgboss.job
    where state = 'failed' and name = any(${sql.param([...queues])}) ${rest}
    order by completed_on desc, id desc
    limit ${limit}`);
  return rows;
}

/** How many failed jobs each of these queues has; a queue without any is missing. */
export async function countFailedJobs(
  db: Executor,
  queues: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ name: string; failed: number }>(sql`
    select name, count(*)::int as failed from pgboss.job
    where state = 'failed' and name = any(${sql.param([...queues])})
    group by name`);
  return new Map(rows.map(({ name, failed }) => [name, failed]));
}
