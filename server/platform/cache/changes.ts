/** Tells every process what has changed: this one at once, the others over PostgreSQL's LISTEN and NOTIFY. */
import { randomUUID } from 'node:crypto';

import type { TellChanges } from './changes-after-commit.ts';
import { createLine } from './changes-line.ts';
import { createOutbox } from './changes-outbox.ts';
import type { Log } from '#server/platform/log/log.ts';

export interface ChangeListener {
  changed(topics: readonly string[]): void;
  /** What other processes change is not heard any more, and may have been missed for a moment. */
  lost(): void;
  /** It is heard from now on. */
  heard(): void;
}

export interface Changes {
  /** Tells listeners of this process before it returns, and those of others within some milliseconds. */
  readonly tell: TellChanges;
  /** Adds a listener, which is `lost` until it is told that it hears. */
  subscribe(listener: ChangeListener): void;
  /** Begins to listen. Where the database cannot be reached, it goes on trying. */
  start(): Promise<void>;
  /** Sends what is still to be told, as far as it can, and ends. */
  stop(): Promise<void>;
}

export interface ChangesOptions {
  /** A direct address: LISTEN does not work behind a transaction pooler. */
  readonly url: string;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Prepares the telling of changes over one connection of its own. Nothing is told within the transaction that makes a
 * change: NOTIFY takes a lock of the whole server at commit, behind which all bookings would queue.
 */
export function createChanges({ url, log }: ChangesOptions): Changes {
  const sender = randomUUID();
  const listeners: ChangeListener[] = [];
  const hearOf = (topics: readonly string[]): void => {
    for (const listener of listeners) listener.changed(topics);
  };
  const line = createLine({
    url,
    log,
    channel: 'ringback_changes',
    onMessage: (message) => {
      const [from, ...topics] = readMessage(message, log);
      if (from !== undefined && from !== sender) hearOf(topics);
    },
    onOpened: () => {
      for (const listener of listeners) listener.heard();
      outbox.send();
    },
    onBroken: () => {
      for (const listener of listeners) listener.lost();
    },
  });
  const outbox = createOutbox((topics) => line.send(JSON.stringify([sender, ...topics])));
  return {
    tell: (topics) => {
      hearOf(topics);
      outbox.add(topics);
    },
    subscribe: (listener) => {
      listeners.push(listener);
      if (line.isOpen()) listener.heard();
    },
    start: () => line.open(),
    stop: async () => {
      await outbox.drain();
      await line.close();
    },
  };
}

/** The sender and the topics; nothing where it is none of our messages: every program with this database may notify. */
function readMessage(message: string, log: ChangesOptions['log']): readonly string[] {
  const parts = parseJson(message);
  if (Array.isArray(parts) && parts.every((part) => typeof part === 'string')) return parts;
  log.warn({ bytes: message.length }, 'a foreign notification was ignored');
  return [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
