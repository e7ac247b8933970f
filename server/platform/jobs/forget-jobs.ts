import { sql } from 'drizzle-orm';

import type { Executor } from '#server/platform/postgres/database.ts';
import type { Queue } from './jobs.ts';

/** Removes the jobs of a queue, finished or not, whose message has this value in a field, ignoring case. */
export async function forgetJobs<Data extends object>(
  tx: Executor,
  { name }: Queue<Data>,
  field: keyof Data & string,
  value: string,
): Promise<void> {
  await tx.execute(
    sql`delete from pgboss.job where name = ${name} and lower(data ->> ${field}) = lower(${value})`,
  );
}
