/** The answers that are kept, found by their key and dropped by what they show. */
import { createChangeBook, type ChangeBook, type Moment } from './page-cache-changes.ts';
import { createShelf, type Kept } from './page-cache-shelf.ts';
import { createTopicIndex } from './page-cache-topics.ts';

/** An answer as it was made. */
export interface Made<Answer> {
  readonly answer: Answer;
  /** What it shows; an answer that shows nothing known is kept until its age ends it. */
  readonly topics: ReadonlySet<string>;
  /** False for failures, and for whatever else is not to be shown a second time. */
  readonly canBeKept: boolean;
  readonly bytes: number;
  readonly maxAgeMs: number;
}

export interface KeptAnswers<Answer> {
  find(key: string): Answer | undefined;
  /** Keeps an answer, unless what it shows has changed since `begunAt`. */
  keep(key: string, made: Made<Answer>, begunAt: Moment): void;
  /** Drops what shows one of `topics`. @returns how many were dropped */
  drop(topics: readonly string[]): number;
  /** Drops everything. @returns how many were dropped */
  dropAll(): number;
  readonly book: Pick<ChangeBook, 'now' | 'hasChanged'>;
  readonly bytes: number;
  readonly size: number;
}

export interface KeptOptions {
  readonly maxBytes: number;
  /** How long after a change a reader may still see the old state, such as a replica that lags: nothing is kept then. */
  readonly lagMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

interface Entry<Answer> extends Kept {
  readonly answer: Answer;
  readonly topics: ReadonlySet<string>;
  readonly expiresAt: number;
}

/** The part of the room that a single answer may have. */
const largestShare = 1 / 8;

export function createKeptAnswers<Answer>({ maxBytes, lagMs, now }: KeptOptions): KeptAnswers<Answer> {
  const shelf = createShelf<Entry<Answer>>(maxBytes);
  const index = createTopicIndex<Entry<Answer>>();
  const book = createChangeBook();
  const recent = createRecentTopics(lagMs, now);
  const remove = (entry: Entry<Answer>): void => {
    shelf.remove(entry);
    index.remove(entry);
  };
  return {
    find: (key) => {
      const entry = shelf.take(key);
      if (entry === undefined || entry.expiresAt > now()) return entry?.answer;
      remove(entry);
      return undefined;
    },
    keep: (key, { answer, topics, canBeKept, bytes, maxAgeMs }, begunAt) => {
      if (!canBeKept || bytes > maxBytes * largestShare) return;
      if (book.hasChanged(topics, begunAt) || recent.hasAny(topics)) return;
      const entry = { key, answer, topics, bytes, expiresAt: now() + maxAgeMs };
      index.add(entry);
      for (const gone of shelf.put(entry)) index.remove(gone);
    },
    drop: (topics) => {
      book.note(topics);
      recent.note(topics);
      const dropped = new Set(topics.flatMap((topic) => index.list(topic)));
      for (const entry of dropped) remove(entry);
      return dropped.size;
    },
    dropAll: () => {
      const dropped = shelf.size;
      book.note();
      shelf.clear();
      index.clear();
      return dropped;
    },
    book,
    get bytes() {
      return shelf.bytes;
    },
    get size() {
      return shelf.size;
    },
  };
}

/** Topics that changed within the last `lagMs`. */
function createRecentTopics(lagMs: number, now: () => number) {
  const until = new Map<string, number>();
  return {
    note: (topics: readonly string[]) => {
      if (lagMs === 0) return;
      for (const [topic, end] of until) {
        if (end > now()) break;
        until.delete(topic);
      }
      for (const topic of topics) {
        // Set anew, so that the map stays in the order of the ends.
        until.delete(topic);
        until.set(topic, now() + lagMs);
      }
    },
    hasAny: (topics: ReadonlySet<string>): boolean =>
      lagMs > 0 && [...topics].some((topic) => (until.get(topic) ?? 0) > now()),
  };
}
