import type { ServerResponse } from 'node:http';

import { type LiveMessage, maxStreamsPerPerson } from '#contract/live.ts';

export interface Streams {
  /**
   * Opens a stream of server-sent events on a response.
   *
   * @param isAllowed called before every message and heartbeat; if it resolves to false, the stream ends
   */
  open(personId: string, response: ServerResponse, isAllowed: () => Promise<boolean>): void;
  send(personId: string, message: LiveMessage): void;
  /** Sends to everybody. */
  sendAll(message: LiveMessage): void;
  /** Ends a person's streams that are no longer allowed. */
  endRefused(personId: string): void;
  /** Ends all streams. */
  close(): void;
  count(): number;
}

/** Proxies close connections without traffic after a minute. */
const usualHeartbeatMs = 25_000;

/** A client with more unread bytes counts as dead. */
const maxUnsentBytes = 64 * 1024;

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Without it, nginx buffers the messages of a stream.
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

export interface StreamOptions {
  readonly heartbeatMs?: number;
}

interface Stream {
  readonly response: ServerResponse;
  readonly isAllowed: () => Promise<boolean>;
}

/** This process's open streams, by person. */
export function createStreams({ heartbeatMs = usualHeartbeatMs }: StreamOptions = {}): Streams {
  const byPerson = new Map<string, Set<Stream>>();
  let isClosed = false;

  const allStreams = (): Stream[] => [...byPerson.values()].flatMap((streams) => [...streams]);
  const beat = setInterval(() => {
    for (const stream of allStreams()) void deliver(stream, keepAlive);
  }, heartbeatMs).unref();
  return {
    open: (personId, response, isAllowed) => {
      response.writeHead(200, headers);
      // The response to HEAD has no body, so nothing else would end it. One whose client has left never closes again.
      if (isClosed || response.destroyed || response.req.method === 'HEAD') {
        response.end();
        return;
      }
      const stream = { response, isAllowed };
      const own = byPerson.get(personId) ?? new Set();
      byPerson.set(personId, own.add(stream));
      response.once('close', () => {
        own.delete(stream);
        if (own.size === 0 && byPerson.get(personId) === own) byPerson.delete(personId);
      });
      const [oldest] = own;
      if (own.size > maxStreamsPerPerson && oldest !== undefined) {
        // At once, so that the next one too many does not end the same stream again.
        own.delete(oldest);
        oldest.response.end();
      }
      response.write(keepAlive);
    },
    send: (personId, message) => {
      for (const stream of byPerson.get(personId) ?? []) void deliver(stream, textOf(message));
    },
    sendAll: (message) => {
      for (const stream of allStreams()) void deliver(stream, textOf(message));
    },
    endRefused: (personId) => {
      for (const stream of byPerson.get(personId) ?? []) void endIfRefused(stream);
    },
    close: () => {
      isClosed = true;
      clearInterval(beat);
      for (const { response } of allStreams()) response.end();
    },
    count: () => allStreams().length,
  };
}

/** A comment of the event stream, which clients ignore. */
const keepAlive = ':\n\n';

const textOf = (message: LiveMessage): string => `data: ${JSON.stringify(message)}\n\n`;

// No message is sent after a person's session has ended.
async function deliver(stream: Stream, text: string): Promise<void> {
  if (!(await endIfRefused(stream))) return;
  const { response } = stream;
  if (response.writableLength > maxUnsentBytes) response.destroy();
  else if (!response.writableEnded) response.write(text);
}

/** @returns whether the stream continues */
async function endIfRefused({ response, isAllowed }: Stream): Promise<boolean> {
  // If the check fails, for example because the database is down, the stream continues: the page would only reconnect.
  const goesOn = await isAllowed().catch(() => true);
  if (!goesOn) response.end();
  return goesOn;
}
