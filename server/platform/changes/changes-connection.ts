/** One connection to PostgreSQL that stays open, for LISTEN and NOTIFY on one channel. */
import pg from 'pg';

import type { Log } from '#server/platform/log/log.ts';

export interface NotifyConnection {
  /** Connects. If that fails, or the connection breaks, it is tried again until {@link NotifyConnection.close}. */
  open(): Promise<void>;
  /** Sends a message to everybody on the channel, its sender included. @returns whether it was sent */
  send(message: string): Promise<boolean>;
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly channel: string;
  readonly log: Pick<Log, 'warn' | 'info'>;
  readonly onMessage: (message: string) => void;
  readonly onOpened: () => void;
  readonly onBroken: () => void;
}

/** A connection that does not answer for so long is broken, even if nobody has closed it. */
const timeoutMs = 3_000;
const heartbeatMs = 2_000;

const firstRetryMs = 100;
const longestRetryMs = 2_000;

/** Creates the connection; {@link NotifyConnection.open} opens it. */
export function createNotifyConnection(options: ConnectionOptions): NotifyConnection {
  let current: pg.Client | undefined;
  let isClosed = false;
  const report = createReport(options);
  const retry = createRetry(() => void open());
  const lose = (error: unknown): void => {
    report.lost(error);
    retry.later();
  };
  const disconnect = (client: pg.Client, error?: unknown): void => {
    if (current !== client) return;
    current = undefined;
    options.onBroken();
    abandon(client);
    if (!isClosed) lose(error);
  };
  const open = async (): Promise<void> => {
    const client = newClient(options, disconnect);
    try {
      await listen(client, options.channel);
    } catch (error) {
      if (!isClosed) lose(error);
      return abandon(client);
    }
    if (isClosed) return client.end();
    current = client;
    report.back();
    retry.reset();
    options.onOpened();
  };
  const query = oneByOne(async (text, values) => {
    const client = current;
    if (client === undefined) return false;
    const failure = await client.query(text, values).then(() => undefined, toError);
    if (failure !== undefined) disconnect(client, failure);
    return failure === undefined;
  });
  const heartbeat = setInterval(() => void query('select 1'), heartbeatMs).unref();
  return {
    open,
    send: (message) => query('select pg_notify($1, $2)', [options.channel, message]),
    isOpen: () => current !== undefined,
    close: async () => {
      isClosed = true;
      retry.stop();
      clearInterval(heartbeat);
      await current?.end();
    },
  };
}

type Query = (text: string, values?: string[]) => Promise<boolean>;

/** Each statement waits for the one before: the driver warns of statements that overlap. */
function oneByOne(query: Query): Query {
  let last = Promise.resolve(true);
  return (text, values) => (last = last.then(() => query(text, values)));
}

/** Logs once that changes are not received, however often it is tried again, and once that they are. */
function createReport({ log }: ConnectionOptions) {
  let isAway = false;
  return {
    lost: (error: unknown): void => {
      if (!isAway) log.warn({ err: error }, 'changes of other processes are not received');
      isAway = true;
    },
    back: (): void => {
      if (isAway) log.info('changes of other processes are received again');
      isAway = false;
    },
  };
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.connect();
  await client.query(`listen ${channel}`);
}

/** The reason has been logged already; an error while ending a broken connection adds nothing. */
const abandon = (client: pg.Client): void => void client.end().catch(() => undefined);

const toError = (error: unknown): unknown => error ?? new Error('The connection broke');

function newClient(
  { url, onMessage }: ConnectionOptions,
  disconnect: (client: pg.Client, error?: unknown) => void,
): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'ringback changes',
  });
  client.on('error', (error) => disconnect(client, error));
  client.on('end', () => disconnect(client));
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  return client;
}

/** Retries with growing pauses. */
function createRetry(attempt: () => void) {
  let pauseMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;
  return {
    later: (): void => {
      timer = setTimeout(attempt, pauseMs).unref();
      pauseMs = Math.min(pauseMs * 2, longestRetryMs);
    },
    reset: (): void => {
      pauseMs = firstRetryMs;
    },
    stop: (): void => clearTimeout(timer),
  };
}
