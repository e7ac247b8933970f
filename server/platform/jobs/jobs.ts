/** Jobs: queues in the same database. A job is written in the transaction that causes it. */
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';

import type { Executor } from '#server/platform/postgres/database.ts';
import { throttleErrors } from '#server/platform/log/throttle-errors.ts';
import type { Log } from '#server/platform/log/log.ts';
import { failedJobIndex } from './failed-jobs.ts';

/** A queue by name, with the shape of its messages. */
export interface Queue<Data extends object> {
  readonly name: string;
  /** Never set: only for the type of the message. A queue that accepts more kinds of messages can be used for fewer. */
  readonly takes?: (data: Data) => void;
}

/** Names a queue and the type of its messages. */
export const queue = <Data extends object>(name: string): Queue<Data> => ({ name });

export interface Jobs {
  /** Enqueues within `tx`: the job exists only if the transaction commits. */
  enqueue<Data extends object>(tx: Executor, queue: Queue<Data>, data: Data): Promise<void>;
  /** Enqueues many jobs at once. A job whose `id` the queue has had in the last days is left out. */
  enqueueAll<Data extends object>(
    tx: Executor,
    queue: Queue<Data>,
    jobs: readonly { readonly id: string; readonly data: Data }[],
  ): Promise<void>;
  /** Runs a failed job once more. @returns 1, or 0 if there is no such failed job */
  retry(db: Executor, queue: Pick<Queue<object>, 'name'>, id: string): Promise<number>;
  /** Declares the handler of a queue. A message may be handled more than once, so the handler must be idempotent. */
  handle<Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>): void;
  /**
   * Runs `task` about every `seconds`, in every working process: several may run it at once. The first run is at most
   * five minutes after the start.
   *
   * @param task gets a signal when the process is about to end: a long task has to stop then by itself
   * @returns a function that makes it run at once, or again if it is running
   */
  every(seconds: number, name: string, task: Task): () => void;
  /** Creates the queues. Nothing can be enqueued before that. */
  start(): Promise<void>;
  /** Starts to process the queues. */
  work(): Promise<void>;
  /** Lets running jobs finish and returns the others to their queues. */
  stop(): Promise<void>;
}

type Task = (ending: AbortSignal) => Promise<unknown>;

interface Periodic {
  readonly seconds: number;
  readonly name: string;
  readonly task: Task;
}

const queueOptions = {
  notify: true,
  retryLimit: 10,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  /** A process without a heartbeat for so long counts as dead: other processes run its jobs within two minutes. */
  heartbeatSeconds: 60,
};

/**
 * Jobs on pg-boss.
 *
 * @param options.url a direct address: LISTEN does not work behind a transaction pooler
 */
export function createJobs({ url, log }: { url: string; log: Log }): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 3, useListenNotify: true, schedule: false });
  const logError = throttleErrors(log);
  // Every queue polls every second, so each of them would log that the database is unavailable.
  boss.on('error', (error) => logError(causeOf(error), { err: error, queue: queueOf(error) }, 'job queue'));
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const rounds = periodicRounds(log);
  let isStopping = false;
  return {
    enqueue: async (tx, { name }, data) => {
      await boss.send(name, data, { db: fromDrizzle(tx, sql) });
    },
    enqueueAll: async (tx, { name }, all) => {
      await boss.insert(name, [...all], { db: fromDrizzle(tx, sql) });
    },
    retry: (db, { name }, id) => retryJob(boss, db, name, id),
    handle: ({ name }, handler) => {
      // The queue's type parameter connects name and message where jobs are declared.
      handlers.set(name, handler as (data: object) => Promise<void>);
    },
    every: (seconds, name, task) => rounds.add({ seconds, name, task }),
    start: async () => {
      await boss.start();
      await boss.getDb().executeSql(failedJobIndex);
      await createQueues(boss, handlers.keys());
    },
    work: async () => {
      for (const [name, handler] of handlers) {
        const options = { notifyPollingIntervalSeconds: 1, pollingIntervalSeconds: 1 };
        const worker = boss.work<object>(name, options, async ([job]) => {
          try {
            if (job !== undefined)
              await runJob({ name, handler, log, isStopping: () => isStopping }, job.data);
          } finally {
            // After a job there may be another one, which pg-boss would fetch only a second later.
            boss.notifyWorker(await worker);
          }
        });
        await worker;
      }
      rounds.start();
    },
    stop: async () => {
      isStopping = true;
      // Before pg-boss itself is stopped, which would first close its notifications, and fetch another job meanwhile.
      const workers = [...handlers.keys()].map((name) => boss.offWork(name));
      await Promise.race([Promise.all([rounds.stop(), ...workers]), afterTimeout()]);
      // Running jobs are returned to their queues. If pg-boss waited for them again, it would poll twice a second.
      // Without an answer of the database it would wait for ever.
      await Promise.race([boss.stop({ graceful: false }), afterTimeout()]);
    },
  };
}

async function retryJob(boss: PgBoss, db: Executor, name: string, id: string): Promise<number> {
  // pg-boss's type of the reply leaves its fields out.
  const reply = (await boss.retry(name, id, { db: fromDrizzle(db, sql) })) as { affected: number };
  return reply.affected;
}

/** Creates the queues that are missing, and gives those of an earlier version the current options. */
async function createQueues(boss: PgBoss, names: Iterable<string>): Promise<void> {
  const known = new Map((await boss.getQueues()).map((each) => [each.name, each.heartbeatSeconds]));
  for (const name of names) {
    if (!known.has(name)) await boss.createQueue(name, queueOptions);
    else if (known.get(name) !== queueOptions.heartbeatSeconds) await boss.updateQueue(name, queueOptions);
  }
}

interface Handling {
  readonly name: string;
  readonly handler: (data: object) => Promise<void>;
  readonly log: Log;
  readonly isStopping: () => boolean;
}

/** A failed job is retried, and logged: the queue would only store the error with the job. */
async function runJob({ name, handler, log, isStopping }: Handling, data: object): Promise<void> {
  try {
    await handler(data);
  } catch (error) {
    // What it needs may be closed already, such as the encoder of pictures.
    if (isStopping()) log.info({ err: error, queue: name }, 'job interrupted by the stop of the process');
    else log.error({ err: error, queue: name }, 'job failed');
    throw error;
  }
}

/** Why a queue failed, without the queue's name, which pg-boss appends. */
const causeOf = ({ message }: Error): string => message.replace(/ \(Queue: .*\)$/, '');

/** Why a task failed, without the statement and the values that Drizzle adds to the database's message. */
const messageOfCause = (error: unknown): string =>
  String(error instanceof Error && error.cause instanceof Error ? error.cause : error);

/** The queue that an error belongs to, if any. */
const queueOf = (error: object): unknown => Reflect.get(error, 'queue');

/** How long running work may take when the process stops. Interrupted work is repeated by another process. */
const stopTimeoutMs = 5_000;

const afterTimeout = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref());

type LogError = ReturnType<typeof throttleErrors>;

/** Periodic tasks: each runs again some time after its last run has ended. */
function periodicRounds(log: Log) {
  const rounds: ReturnType<typeof createRound>[] = [];
  const logError = throttleErrors(log);
  return {
    add: (periodic: Periodic): (() => void) => {
      const round = createRound(periodic, logError);
      rounds.push(round);
      return round.runNow;
    },
    start: () => rounds.forEach((round) => round.start()),
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/**
 * The pause before a run that was requested during the last one: requests within the pause are served by the same
 * run.
 */
const pauseMs = 50;

/** So that a task with a long interval also runs in a process that is often restarted. */
const longestFirstWaitSeconds = 300;

function createRound({ seconds, name, task }: Periodic, logError: LogError) {
  let phase: 'idle' | 'waiting' | 'running' | 'hurried' | 'pausing' | 'stopped' = 'idle';
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<unknown> | undefined;
  const ending = new AbortController();

  const wait = (forSeconds: number): void => {
    phase = 'waiting';
    timer = setTimeout(begin, forSeconds * 1000);
  };
  const begin = (): void => {
    clearTimeout(timer);
    phase = 'running';
    run = task(ending.signal)
      .catch((error: unknown) =>
        logError(`${name}: ${messageOfCause(error)}`, { err: error, task: name }, 'periodic task'),
      )
      .finally(next);
  };
  const next = (): void => {
    if (phase === 'running') return wait(seconds);
    if (phase !== 'hurried') return;
    phase = 'pausing';
    timer = setTimeout(begin, pauseMs);
  };
  return {
    start: () => wait(Math.min(seconds, longestFirstWaitSeconds)),
    runNow: (): void => {
      if (phase === 'waiting') begin();
      else if (phase === 'running') phase = 'hurried';
    },
    stop: async (): Promise<void> => {
      phase = 'stopped';
      clearTimeout(timer);
      ending.abort();
      await run;
    },
  };
}
