/** Counts calls for the rate limits: in Redis for all processes together, or in this process alone. */
import * as z from 'zod/mini';

import type { Log } from '#server/platform/log/log.ts';

interface CallCount {
  /** How many calls there were in the window, including this one. */
  readonly calls: number;
  /** When the window ends and counting starts again. */
  readonly endsInMs: number;
}

export interface CallCounter {
  /** Counts one more call under `key`, in windows of `windowMs` that begin with their first call. Never fails. */
  count(key: string, windowMs: number): Promise<CallCount>;
  close(): void;
}

export interface CallCounterOptions {
  /** Undefined: every process counts for itself. */
  readonly redisUrl: string | undefined;
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** How long Redis may take to answer; by default 200 ms. */
  readonly timeoutMs?: number;
}

/**
 * Opens a counter. A limit must never prevent anybody from signing in, booking or paying: while Redis is unavailable
 * or slow, this process's own count decides. It also counts while Redis works, so nobody starts from zero then.
 */
export async function createCallCounter({
  redisUrl,
  log,
  timeoutMs = 200,
}: CallCounterOptions): Promise<CallCounter> {
  const own = createOwnCounter();
  if (redisUrl === undefined) return { count: async (...call) => own.count(...call), close: () => undefined };
  const shared = await createSharedCounter(redisUrl, log, timeoutMs);
  return {
    count: async (key, windowMs) => {
      const counted = own.count(key, windowMs);
      return (await shared.count(key, windowMs)) ?? counted;
    },
    close: () => shared.close(),
  };
}

/** If there are more keys, those whose windows began first are forgotten. */
const maxOwnKeys = 100_000;

function createOwnCounter() {
  const windows = new Map<string, { calls: number; readonly endsAt: number }>();
  return {
    count: (key: string, windowMs: number): CallCount => {
      const now = performance.now();
      const known = windows.get(key);
      if (known !== undefined && known.endsAt > now) {
        known.calls += 1;
        return { calls: known.calls, endsInMs: known.endsAt - now };
      }
      // Deleted first, because a map keeps the order in which its keys were added.
      windows.delete(key);
      const [oldest] = windows.size < maxOwnKeys ? [] : windows.keys();
      if (oldest !== undefined) windows.delete(oldest);
      windows.set(key, { calls: 1, endsAt: now + windowMs });
      return { calls: 1, endsInMs: windowMs };
    },
  };
}

/** For how long Redis is not queried after it did not answer, so that nobody waits for it meanwhile. */
const pauseMs = 1_000;

/** If nothing arrives for so long after a command, the connection is considered dead and is replaced. */
const socketTimeoutMs = 5_000;

const longestRetryMs = 2_000;

const script = `
local calls = redis.call('INCR', KEYS[1])
if calls == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { calls, redis.call('PTTL', KEYS[1]) }`;

async function createSharedCounter(url: string, log: CallCounterOptions['log'], timeoutMs: number) {
  // Loaded only if it is used: it takes 13 MB and a tenth of a second.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    commandTimeout: timeoutMs,
    socketTimeout: socketTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestRetryMs),
  });
  let isAway = false;
  let askAgainAt = 0;
  const lose = (error: unknown): void => {
    askAgainAt = performance.now() + pauseMs;
    if (isAway) return;
    isAway = true;
    log.warn({ err: error }, 'Redis does not answer: this process counts for the rate limits by itself');
  };
  const find = (): void => {
    if (!isAway) return;
    isAway = false;
    log.info('Redis answers again: the processes count for the rate limits together');
  };
  redis.on('error', lose);
  return {
    count: async (key: string, windowMs: number): Promise<CallCount | undefined> => {
      const now = performance.now();
      if (isAway && now < askAgainAt) return undefined;
      // One call finds out whether Redis is back; calls in the meantime do not wait.
      askAgainAt = now + pauseMs;
      try {
        const counted = readCount(await redis.eval(script, 1, `ringback:calls:${key}`, windowMs));
        find();
        return counted;
      } catch (error) {
        lose(error);
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
}

const ScriptReply = z.tuple([z.number(), z.number()]);

function readCount(reply: unknown): CallCount {
  const [calls, endsInMs] = ScriptReply.parse(reply);
  return { calls, endsInMs: Math.max(endsInMs, 0) };
}
