/**
 * Publishes what changed to every process: to this one by a function call, to the others by PostgreSQL's LISTEN and
 * NOTIFY on a connection of its own.
 *
 * Not within the transaction that makes the change: NOTIFY takes a server-wide lock at commit, so that all bookings
 * would be serialised. Topics that are published while a message is being sent are sent together in the next one.
 */
import { randomUUID } from 'node:crypto';

import type { Log } from '#server/platform/log/log.ts';
import { parseJson } from '#server/platform/parse-json.ts';
import type { PublishChanges } from './changes-after-commit.ts';
import { createNotifyConnection } from './changes-connection.ts';

export interface ChangeListener {
  changed(topics: readonly string[]): void;
  /** Changes of other processes do not arrive any more, and some may have been missed. */
  disconnected(): void;
  /** Changes of other processes arrive from now on. */
  connected(): void;
}

export interface Changes {
  /** Calls the listeners of this process before it returns, and those of other processes within milliseconds. */
  readonly publish: PublishChanges;
  /** Adds a listener, which counts as disconnected until `connected` is called. */
  subscribe(listener: ChangeListener): void;
  /** Connects. If the database cannot be reached, it keeps trying. */
  start(): Promise<void>;
  /** Sends what is waiting, if possible, and disconnects. */
  stop(): Promise<void>;
}

export interface ChangesOptions {
  /** A direct address: LISTEN does not work behind a transaction pooler. */
  readonly url: string;
  readonly log: Pick<Log, 'warn' | 'info'>;
}

/** Creates the publishing of changes; {@link Changes.start} connects it. */
export function createChanges({ url, log }: ChangesOptions): Changes {
  const sender = randomUUID();
  const listeners: ChangeListener[] = [];
  const publishHere = (topics: readonly string[]): void => {
    for (const listener of listeners) listener.changed(topics);
  };
  const connection = createNotifyConnection({
    url,
    log,
    channel: 'ringback_changes',
    onMessage: (message) => {
      const [from, ...topics] = readMessage(message, log);
      if (from !== undefined && from !== sender) publishHere(topics);
    },
    onOpened: () => {
      for (const listener of listeners) listener.connected();
      outbox.send();
    },
    onBroken: () => {
      for (const listener of listeners) listener.disconnected();
    },
  });
  const outbox = createOutbox((topics) => connection.send(JSON.stringify([sender, ...topics])));
  return {
    publish: (topics) => {
      publishHere(topics);
      outbox.add(topics);
    },
    subscribe: (listener) => {
      listeners.push(listener);
      if (connection.isOpen()) listener.connected();
    },
    start: () => connection.open(),
    stop: async () => {
      await outbox.drain();
      await connection.close();
    },
  };
}

/** The sender and the topics; nothing if the message is not ours, because any program can notify on this database. */
function readMessage(message: string, log: ChangesOptions['log']): readonly string[] {
  const parts = parseJson(message);
  if (Array.isArray(parts) && parts.every((part) => typeof part === 'string')) return parts;
  log.warn({ bytes: message.length }, 'a foreign notification was ignored');
  return [];
}

/** A message of PostgreSQL's NOTIFY has less than 8,000 bytes. */
const maxMessageBytes = 7_500;

/** While nothing can be sent, more topics are discarded: the maximum age of what others cache covers them. */
const maxWaiting = 100_000;

/**
 * Sends topics in messages, one message at a time.
 *
 * @param deliver sends one message; false if it was not sent and has to wait
 */
function createOutbox(deliver: (topics: readonly string[]) => Promise<boolean>) {
  const waiting = new Set<string>();
  let sending: Promise<void> | undefined;

  const sendAll = async (): Promise<void> => {
    // Topics that are added in the same turn of the event loop go into the same message.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.size > 0) {
      const message = takeMessage(waiting);
      if (await deliver(message)) continue;
      for (const topic of message) waiting.add(topic);
      return;
    }
  };
  const send = (): void => {
    if (waiting.size === 0) return;
    sending ??= sendAll().finally(() => (sending = undefined));
  };
  return {
    add: (topics: readonly string[]): void => {
      for (const topic of topics) if (waiting.size < maxWaiting) waiting.add(topic);
      send();
    },
    send,
    /** Resolves when nothing is being sent any more. */
    drain: async (): Promise<void> => {
      await sending;
    },
  };
}

function takeMessage(waiting: Set<string>): string[] {
  const message: string[] = [];
  // The sender's id and the brackets.
  let bytes = 50;
  for (const topic of waiting) {
    bytes += Buffer.byteLength(topic) + 3;
    if (bytes > maxMessageBytes) break;
    waiting.delete(topic);
    message.push(topic);
  }
  return message;
}
