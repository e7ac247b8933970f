import { sql } from 'drizzle-orm';

import { minuteMs } from '#contract/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { throttleErrors } from '#server/platform/log/throttle-errors.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';

/**
 * Something that happens automatically at a certain time: a transition that its machine declares with `after`, a
 * reminder before it, or another end, such as that of a suspension. The row contains the time; its domain decides what
 * happens.
 */
export interface Deadline {
  /** For the log, and for the test that no machine's deadline is forgotten: `booking.expired`. */
  readonly name: string;
  /** Ids of rows that are due, the longest due first. */
  readonly listDue: (db: Database, now: Date, limit: number) => Promise<readonly string[]>;
  /**
   * Does what is due for one row, in a transaction that locks the row and reads it again, because other processes may
   * do the same at this moment.
   *
   * @returns whether something was due
   */
  readonly run: (db: Database, id: string, now: Date) => Promise<boolean>;
  /** Extends open deadlines by the length of an outage. */
  readonly extend?: Extend;
}

export interface DeadlineServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often deadlines run; an automatic transition may be late by this. */
const everySeconds = 5;

/**
 * The one job that runs all deadlines. If the rows of a deadline cannot be read, that is logged, and the others still
 * run.
 */
export function deadlineJob(
  jobs: Pick<Jobs, 'every'>,
  services: DeadlineServices,
  deadlines: readonly Deadline[],
): void {
  // A failing deadline fails in every round.
  const logError = throttleErrors(services.log);
  const extensions = deadlines.flatMap(({ extend }) => (extend === undefined ? [] : [extend]));
  jobs.every(everySeconds, 'deadlines', async () => {
    const outageMs = await extendAfterOutage(services.db, extensions);
    if (outageMs > 0) services.log.warn({ outageMs }, 'deadlines were moved by the length of an outage');
    for (const deadline of deadlines) {
      try {
        await runDue(services, deadline, logError);
      } catch (error) {
        const { name } = deadline;
        logError(name, { err: error, deadline: name }, 'a deadline could not be run');
      }
    }
  });
}

/** After so many rows of a deadline the next one runs; the rest follows in the next round. */
const enoughInRound = 500;

/** Runs what is due of one deadline. Rows that fail are logged and do not stop others. @returns how many ran */
export async function runDue(
  { db, clock, log }: DeadlineServices,
  deadline: Deadline,
  logError = throttleErrors(log),
): Promise<number> {
  const tried = new Set<string>();
  let ran = 0;
  while (ran < enoughInRound) {
    // Failed rows are still due, and come first.
    const due = await deadline.listDue(db, clock.now(), enoughInRound + tried.size);
    const untried = due.filter((id) => !tried.has(id));
    for (const id of untried) {
      tried.add(id);
      try {
        ran += Number(await deadline.run(db, id, clock.now()));
      } catch (error) {
        const { name } = deadline;
        logError(`${name} ${id}`, { err: error, deadline: name, id }, 'a deadline could not be run');
      }
    }
    if (untried.length < enoughInRound) break;
  }
  return ran;
}

/** A longer gap between two runs is an outage; a restart is shorter. */
const leastOutageMs = 10 * minuteMs;

/** Moves deadlines by the length of an outage. */
type Extend = (tx: Transaction, byMs: number) => Promise<void>;

/**
 * Records that deadlines run now. If they did not run for more than ten minutes, people could not act in time either,
 * so all open deadlines move by the length of the gap; the first process that finds the gap does so. Measured by the
 * database's clock, which is the same for all processes.
 *
 * @returns the length of the outage in milliseconds; 0 if there was none
 */
export function extendAfterOutage(db: Database, extensions: readonly Extend[]): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`insert into deadline_runs (id, ran_at) values ('deadlines', now()) on conflict do nothing`,
    );
    const { rows } = await tx.execute<{ gap: string }>(sql`
      select extract(epoch from clock_timestamp() - ran_at) * 1000 as gap from deadline_runs
      where id = 'deadlines' for update`);
    const gapMs = Math.round(Number(rows[0]?.gap ?? 0));
    await tx.execute(sql`update deadline_runs set ran_at = clock_timestamp() where id = 'deadlines'`);
    if (gapMs < leastOutageMs) return 0;
    for (const extend of extensions) await extend(tx, gapMs);
    return gapMs;
  });
}
