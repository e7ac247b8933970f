/** What is still to be told to other processes, gathered while the message before it is on its way. */

export interface Outbox {
  add(topics: readonly string[]): void;
  /** Sends what waits, where it did not get through before. */
  send(): void;
  /** Resolves when nothing is on its way any more. */
  drain(): Promise<void>;
}

/** A message of PostgreSQL's NOTIFY has less than 8,000 bytes. */
const maxMessageBytes = 7_500;

/** What waits while nothing can be sent: beyond it the rest is left to the age of what others keep. */
const maxWaiting = 100_000;

/**
 * Sends topics in messages, one at a time: the more is told at once, the fewer messages.
 *
 * @param deliver sends one message; false where it did not get through and is to be kept
 */
export function createOutbox(deliver: (topics: readonly string[]) => Promise<boolean>): Outbox {
  const waiting = new Set<string>();
  let sending: Promise<void> | undefined;

  const sendAll = async (): Promise<void> => {
    // What the same turn of the event loop still adds goes along.
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
    add: (topics) => {
      for (const topic of topics) if (waiting.size < maxWaiting) waiting.add(topic);
      send();
    },
    send,
    drain: async () => {
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
