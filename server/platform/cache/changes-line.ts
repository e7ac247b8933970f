/** One connection to PostgreSQL that stays open: what others tell is heard on it, and what is told goes out on it. */
import pg from 'pg';

import type { Log } from '#server/platform/log/log.ts';

export interface Line {
  /** Connects. Where that fails or breaks, it is tried again until {@link Line.close}. */
  open(): Promise<void>;
  /** Sends a message to everybody on the line, its sender too. @returns whether it got through */
  send(message: string): Promise<boolean>;
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface LineOptions {
  readonly url: string;
  readonly channel: string;
  readonly log: Pick<Log, 'warn'>;
  readonly onMessage: (message: string) => void;
  readonly onOpened: () => void;
  readonly onBroken: () => void;
}

/** A connection that says nothing for so long is dead, though nobody has closed it. */
const patienceMs = 3_000;
const heartbeatMs = 2_000;

const firstRetryMs = 100;
const longestRetryMs = 2_000;

export function createLine(options: LineOptions): Line {
  const { channel, log } = options;
  let current: pg.Client | undefined;
  let isClosed = false;
  const retry = createRetry(() => void open());

  const hangUp = (client: pg.Client, error?: unknown): void => {
    if (current !== client) return;
    current = undefined;
    options.onBroken();
    letGo(client);
    if (isClosed) return;
    log.warn({ err: error }, 'changes of other processes are not heard');
    retry.later();
  };
  const open = async (): Promise<void> => {
    const client = newClient(options, hangUp);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      log.warn({ err: error }, 'changes of other processes cannot be heard');
      if (!isClosed) retry.later();
      return letGo(client);
    }
    if (isClosed) return client.end();
    current = client;
    retry.reset();
    options.onOpened();
  };
  const ask = async (text: string, values?: string[]): Promise<boolean> => {
    const client = current;
    if (client === undefined) return false;
    const failure = await client.query(text, values).then(() => undefined, toError);
    if (failure !== undefined) hangUp(client, failure);
    return failure === undefined;
  };
  const heartbeat = setInterval(() => void ask('select 1'), heartbeatMs).unref();
  return {
    open,
    send: (message) => ask('select pg_notify($1, $2)', [channel, message]),
    isOpen: () => current !== undefined,
    close: async () => {
      isClosed = true;
      retry.stop();
      clearInterval(heartbeat);
      await current?.end();
    },
  };
}

/** Why it broke is in the log by then; what is half open takes no goodbye, and that says nothing more. */
const letGo = (client: pg.Client): void => void client.end().catch(() => undefined);

const toError = (error: unknown): unknown => error ?? new Error('The connection broke');

function newClient(
  { url, onMessage }: LineOptions,
  hangUp: (client: pg.Client, error?: unknown) => void,
): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'ringback changes',
  });
  client.on('error', (error) => hangUp(client, error));
  client.on('end', () => hangUp(client));
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  return client;
}

/** Tries soon, and less often the longer it does not work. */
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
