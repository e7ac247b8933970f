/**
 * The page cache, 3 of 4: requests in flight.
 *
 * Puts store and invalidation together, and sees to it that an answer is made once however many request it at the same
 * time: the first request of a key makes the answer, those that arrive meanwhile wait for it.
 *
 * A waiting request must not receive an answer that is older than the request itself. If topics changed between the
 * start of the making and the arrival of a request, and the finished answer shows one of them, then the requests from
 * before the change get the answer (it was true when they arrived), those from after it start another one, again
 * once for all of them, and nothing is stored.
 *
 * The cache is closed until it is connected: it stores nothing while this process does not receive the changes of
 * others ({@link PageCache.disconnected}). Requests in flight are still shared.
 */
import { createInvalidation, type InvalidationOptions, type Version } from './page-cache-invalidation.ts';
import { createPageStore, type StoredEntry } from './page-cache-store.ts';

export interface PageCache<Answer> {
  /** The cached answer of a key. */
  find(key: string): Answer | undefined;
  /**
   * Makes the answer of a key, once for all who request it at the same time. A request from after a change never gets
   * an answer that was begun before it.
   *
   * @throws whatever `make` throws, to all who waited for it; the next request tries again
   */
  load(key: string, make: () => Promise<Made<Answer>>): Promise<Loaded<Answer>>;
  /** Removes the answers that show one of `topics`. */
  changed(topics: readonly string[]): void;
  /** Changes of other processes do not arrive any more: removes everything, and stores nothing until `connected`. */
  disconnected(): void;
  /** Changes of other processes arrive from now on. */
  connected(): void;
  /** Whether answers are stored now. */
  isOpen(): boolean;
  count(): PageCacheCounts;
}

/** An answer as it was made. */
export interface Made<Answer> {
  readonly answer: Answer;
  /** The topics that it shows; an answer without topics stays until its maximum age. */
  readonly topics: ReadonlySet<string>;
  /** False for failures, and for anything else that must not be sent a second time. */
  readonly canBeCached: boolean;
  readonly bytes: number;
  readonly maxAgeMs: number;
}

interface Loaded<Answer> {
  readonly answer: Answer;
  /** Whether it was made for this request. */
  readonly isOwn: boolean;
}

export interface PageCacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly dropped: number;
  readonly entries: number;
  readonly bytes: number;
}

export interface PageCacheOptions extends Partial<InvalidationOptions> {
  readonly maxBytes: number;
}

interface Entry<Answer> extends StoredEntry {
  readonly answer: Answer;
  readonly topics: ReadonlySet<string>;
  readonly expiresAt: number;
}

/** The part of the memory that a single answer may have. */
const largestShare = 1 / 8;

/** A cache, closed until it is `connected`. */
export function createPageCache<Answer>(options: PageCacheOptions): PageCache<Answer> {
  const answers = createCachedAnswers<Answer>(options);
  const counts = { hits: 0, misses: 0, dropped: 0 };
  let isOpen = false;
  const load = shareRequests(answers, () => isOpen);
  return {
    find: (key) => {
      const answer = answers.find(key);
      if (answer !== undefined) counts.hits += 1;
      return answer;
    },
    load: async (key, make) => {
      const loaded = await load(key, make);
      counts[loaded.isOwn ? 'misses' : 'hits'] += 1;
      return loaded;
    },
    changed: (topics) => void (counts.dropped += answers.remove(topics)),
    disconnected: () => {
      isOpen = false;
      counts.dropped += answers.removeAll();
    },
    connected: () => {
      counts.dropped += answers.removeAll();
      isOpen = true;
    },
    isOpen: () => isOpen,
    count: () => ({ ...counts, ...answers.size() }),
  };
}

/** The store, in which no answer is stale. */
function createCachedAnswers<Answer>({
  maxBytes,
  replicaLagMs = 0,
  now = () => performance.now(),
  ...rest
}: PageCacheOptions) {
  const store = createPageStore<Entry<Answer>>(maxBytes);
  const invalidation = createInvalidation<Entry<Answer>>({ replicaLagMs, now, ...rest });
  const removeEntry = (entry: Entry<Answer>): void => {
    store.remove(entry);
    invalidation.remove(entry);
  };
  return {
    version: invalidation.version,
    hasChanged: invalidation.hasChanged,
    find: (key: string): Answer | undefined => {
      const entry = store.get(key);
      if (entry === undefined || entry.expiresAt > now()) return entry?.answer;
      removeEntry(entry);
      return undefined;
    },
    save: (key: string, made: Made<Answer>, begunAt: Version): void => {
      const { answer, topics, canBeCached, bytes, maxAgeMs } = made;
      if (!canBeCached || bytes > maxBytes * largestShare) return;
      if (invalidation.mayBeStale(topics, begunAt)) return;
      const entry = { key, answer, topics, bytes, expiresAt: now() + maxAgeMs };
      invalidation.add(entry);
      for (const removed of store.set(entry)) invalidation.remove(removed);
    },
    /** @returns how many answers were removed */
    remove: (topics: readonly string[]): number => {
      const stale = invalidation.change(topics);
      for (const entry of stale) removeEntry(entry);
      return stale.size;
    },
    /** @returns how many answers were removed */
    removeAll: (): number => {
      const { size } = store;
      store.clear();
      invalidation.changeAll();
      return size;
    },
    size: () => ({ entries: store.size, bytes: store.bytes }),
  };
}

interface InFlight<Answer> {
  readonly begunAt: Version;
  readonly made: Promise<Made<Answer>>;
}

function shareRequests<Answer>(
  answers: ReturnType<typeof createCachedAnswers<Answer>>,
  isOpen: () => boolean,
): PageCache<Answer>['load'] {
  const inFlight = new Map<string, InFlight<Answer>>();
  const makeAndSave = async (key: string, making: Promise<Made<Answer>>, begunAt: Version) => {
    try {
      const made = await making;
      if (isOpen()) answers.save(key, made, begunAt);
      return made;
    } finally {
      inFlight.delete(key);
    }
  };
  const begin = (key: string, make: () => Promise<Made<Answer>>): InFlight<Answer> => {
    const begunAt = answers.version();
    const begun = { begunAt, made: makeAndSave(key, make(), begunAt) };
    inFlight.set(key, begun);
    return begun;
  };
  /** The topics of a failed answer are not known. */
  const isFresh = (arrivedAt: Version, begunAt: Version, { topics, canBeCached }: Made<Answer>): boolean =>
    arrivedAt === begunAt || (canBeCached && !answers.hasChanged(topics, begunAt));
  return async (key, make) => {
    for (;;) {
      const arrivedAt = answers.version();
      const joined = inFlight.get(key);
      const { begunAt, made: making } = joined ?? begin(key, make);
      const made = await making;
      if (joined === undefined || isFresh(arrivedAt, begunAt, made)) {
        return { answer: made.answer, isOwn: joined === undefined };
      }
      const answer = answers.find(key);
      if (answer !== undefined) return { answer, isOwn: false };
    }
  };
}
