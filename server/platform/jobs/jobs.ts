/** Work that may come late: queues in the same database, written in the transaction that causes it. */
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';

import type { Executor } from '#server/platform/postgres/database.ts';
import { logSeldom } from '#server/platform/log/log-seldom.ts';
import type { Log } from '#server/platform/log/log.ts';

/** A queue by name, with the shape of its messages. */
export interface Queue<Data extends object> {
  readonly name: string;
  /** Never set: carries the type of the message. A queue that takes more takes less, too. */
  readonly takes?: (data: Data) => void;
}

export const queue = <Data extends object>(name: string): Queue<Data> => ({ name });

export interface Jobs {
  /** Enqueues within `tx`: the job exists exactly if the transaction commits. */
  enqueue<Data extends object>(tx: Executor, queue: Queue<Data>, data: Data): Promise<void>;
  /** Enqueues many at once. A job with an `id` that the queue has had (in the last days) is left out. */
  enqueueAll<Data extends object>(
    tx: Executor,
    queue: Queue<Data>,
    jobs: readonly { readonly id: string; readonly data: Data }[],
  ): Promise<void>;
  /** Declares the handler of a queue. A handler must bear to be run twice for one message. */
  handle<Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>): void;
  /**
   * Runs `task` about every `seconds`, in every process that works: several may run it at once.
   *
   * @param task is told when the process is to end: what takes longer than its patience stops there by itself
   * @returns what makes it run at once, or again if it is running
   */
  every(seconds: number, name: string, task: Task): () => void;
  /** Creates the queues. Before it nothing can be enqueued. */
  start(): Promise<void>;
  /** Begins to work off what is queued. */
  work(): Promise<void>;
  /** Lets running jobs finish and hands the rest back. */
  stop(): Promise<void>;
}

type Task = (ending: AbortSignal) => Promise<void>;

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
  /** A process that was killed says nothing of its jobs for so long: they are done elsewhere within two minutes. */
  heartbeatSeconds: 60,
};

/**
 * Jobs on pg-boss.
 *
 * @param options.url a direct address: LISTEN does not work behind a transaction pooler
 */
export function createJobs({ url, log }: { url: string; log: Log }): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 3, useListenNotify: true, schedule: false });
  const logError = logSeldom(log);
  // Every queue looks every second: a database that is away would be said by each of them.
  boss.on('error', (error) => logError(causeOf(error), { err: error, queue: queueOf(error) }, 'job queue'));
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const rounds = periodicRounds(log);
  return {
    enqueue: async (tx, { name }, data) => {
      await boss.send(name, data, { db: fromDrizzle(tx, sql) });
    },
    enqueueAll: async (tx, { name }, all) => {
      await boss.insert(name, [...all], { db: fromDrizzle(tx, sql) });
    },
    handle: ({ name }, handler) => {
      // The queue's type parameter ties name and message together where jobs are declared.
      handlers.set(name, handler as (data: object) => Promise<void>);
    },
    every: (seconds, name, task) => rounds.add({ seconds, name, task }),
    start: async () => {
      await boss.start();
      const known = new Map((await boss.getQueues()).map((each) => [each.name, each.heartbeatSeconds]));
      for (const name of handlers.keys()) {
        if (!known.has(name)) await boss.createQueue(name, queueOptions);
        else if (known.get(name) !== queueOptions.heartbeatSeconds)
          await boss.updateQueue(name, queueOptions);
      }
    },
    work: async () => {
      for (const [name, handler] of handlers) {
        const options = { notifyPollingIntervalSeconds: 1, pollingIntervalSeconds: 1 };
        const worker = boss.work<object>(name, options, async ([job]) => {
          if (job !== undefined) await runJob({ name, handler, log }, job.data);
          // Where one was there may be more: pg-boss would look again only at its next second.
          boss.notifyWorker(await worker);
        });
        await worker;
      }
      rounds.start();
    },
    stop: async () => {
      // Before pg-boss itself: it would first close its notifications, and fetch another job meanwhile.
      const workers = [...handlers.keys()].map((name) => boss.offWork(name));
      await Promise.race([Promise.all([rounds.stop(), ...workers]), afterPatience()]);
      // What is still under way is handed back. Waiting for it again, pg-boss would look twice a second.
      await boss.stop({ graceful: false });
    },
  };
}

interface Handling {
  readonly name: string;
  readonly handler: (data: object) => Promise<void>;
  readonly log: Log;
}

/** What fails is tried again, and says so: the queue would only store it beside the job. */
async function runJob({ name, handler, log }: Handling, data: object): Promise<void> {
  try {
    await handler(data);
  } catch (error) {
    log.error({ err: error, queue: name }, 'job failed');
    throw error;
  }
}

/** Why a queue failed, without its name, which pg-boss writes behind it. */
const causeOf = ({ message }: Error): string => message.replace(/ \(Queue: .*\)$/, '');

/** Why a task failed, without the statement and the values in which Drizzle wraps what the database said. */
const reasonOf = (error: unknown): string =>
  String(error instanceof Error && error.cause instanceof Error ? error.cause : error);

/** Of whose work an error came, where it came of any. */
const queueOf = (error: object): unknown => Reflect.get(error, 'queue');

/** How long work that is under way may take when the process is to end. What is broken off is done again elsewhere. */
const stopPatienceMs = 5_000;

const afterPatience = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, stopPatienceMs).unref());

type LogSeldom = ReturnType<typeof logSeldom>;

/** Tasks that are done again and again, each some time after its last end. */
function periodicRounds(log: Log) {
  const rounds: ReturnType<typeof createRound>[] = [];
  const logError = logSeldom(log);
  return {
    add: (periodic: Periodic): (() => void) => {
      const round = createRound(periodic, logError);
      rounds.push(round);
      return round.hurry;
    },
    start: () => rounds.forEach((round) => round.start()),
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** The pause before a run that was asked for during the last one: what comes in the pause is done in the same run. */
const pauseMs = 50;

function createRound({ seconds, name, task }: Periodic, logError: LogSeldom) {
  let phase: 'idle' | 'waiting' | 'running' | 'hurried' | 'pausing' | 'stopped' = 'idle';
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<void> | undefined;
  const ending = new AbortController();

  const wait = (): void => {
    phase = 'waiting';
    timer = setTimeout(begin, seconds * 1000);
  };
  const begin = (): void => {
    clearTimeout(timer);
    phase = 'running';
    run = task(ending.signal)
      .catch((error: unknown) =>
        logError(`${name}: ${reasonOf(error)}`, { err: error, task: name }, 'periodic task'),
      )
      .finally(next);
  };
  const next = (): void => {
    if (phase === 'running') return wait();
    if (phase !== 'hurried') return;
    phase = 'pausing';
    timer = setTimeout(begin, pauseMs);
  };
  return {
    start: wait,
    hurry: (): void => {
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
