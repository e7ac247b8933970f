/** Work that may come late: queues in the same database, written in the transaction that causes it. */
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';

import type { Executor } from '#server/platform/postgres/database.ts';
import type { Log } from '#server/platform/log/log.ts';

/** A queue by name, with the shape of its messages. */
export interface Queue<Data extends object> {
  readonly name: string;
  /** Never set: carries the type of the message. */
  readonly data?: Data;
}

export const queue = <Data extends object>(name: string): Queue<Data> => ({ name });

export interface Jobs {
  /** Enqueues within `tx`: the job exists exactly if the transaction commits. */
  enqueue<Data extends object>(tx: Executor, queue: Queue<Data>, data: Data): Promise<void>;
  /** Declares the handler of a queue. A handler must bear to be run twice for one message. */
  handle<Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>): void;
  /** Runs `task` about every `seconds`, in every process that works: it must bear company. */
  every(seconds: number, name: string, task: () => Promise<void>): void;
  /** Creates the queues. Before it nothing can be enqueued. */
  start(): Promise<void>;
  /** Begins to work off what is queued. */
  work(): Promise<void>;
  /** Lets running jobs finish and hands the rest back. */
  stop(): Promise<void>;
}

interface Periodic {
  readonly seconds: number;
  readonly name: string;
  readonly task: () => Promise<void>;
}

/**
 * Jobs on pg-boss.
 *
 * @param options.url a direct address: LISTEN does not work behind a transaction pooler
 */
export function createJobs({ url, log }: { url: string; log: Log }): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 3, useListenNotify: true, schedule: false });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const rounds = periodicRounds(log);
  return {
    enqueue: async (tx, { name }, data) => {
      await boss.send(name, data, { db: fromDrizzle(tx, sql) });
    },
    handle: ({ name }, handler) => {
      // The queue's type parameter ties name and message together where jobs are declared.
      handlers.set(name, handler as (data: object) => Promise<void>);
    },
    every: (seconds, name, task) => rounds.add({ seconds, name, task }),
    start: async () => {
      await boss.start();
      for (const name of handlers.keys()) {
        await boss.createQueue(name, {
          notify: true,
          retryLimit: 10,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 600,
        });
      }
    },
    work: async () => {
      for (const [name, handler] of handlers) {
        const options = { notifyPollingIntervalSeconds: 1, pollingIntervalSeconds: 1 };
        const worker = boss.work<object>(name, options, async ([job]) => {
          if (job !== undefined) await handler(job.data);
          // Where one was there may be more: pg-boss would look again only at its next second.
          boss.notifyWorker(await worker);
        });
        await worker;
      }
      rounds.start();
    },
    stop: async () => {
      // At once: pg-boss first closes its notifications, and would fetch another job meanwhile.
      for (const name of handlers.keys()) void boss.offWork(name, { wait: false });
      await rounds.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Tasks that are done again and again, each some time after its last end. */
function periodicRounds(log: Log) {
  const periodics: Periodic[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let isStopping = false;

  const runLater = (periodic: Periodic): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = periodic
        .task()
        .catch((error: unknown) => log.error({ err: error, task: periodic.name }, 'periodic task'))
        .finally(() => {
          running.delete(run);
          if (!isStopping) runLater(periodic);
        });
      running.add(run);
    }, periodic.seconds * 1000);
    timers.add(timer);
  };
  return {
    add: (periodic: Periodic) => void periodics.push(periodic),
    start: () => periodics.forEach(runLater),
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
