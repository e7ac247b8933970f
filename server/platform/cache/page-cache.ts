/** Answers kept in memory until what they show changes: each made once, however many ask for it at a time. */
import type { Moment } from './page-cache-changes.ts';
import { createKeptAnswers, type KeptAnswers, type KeptOptions, type Made } from './page-cache-kept.ts';

export interface PageCache<Answer> {
  /** The kept answer of a key. */
  find(key: string): Answer | undefined;
  /**
   * Makes the answer of a key, once for all who ask at the same time. Who came after a change never gets what was
   * begun before it.
   *
   * @throws whatever `make` throws, to all who waited for it; the next one tries again
   */
  load(key: string, make: () => Promise<Made<Answer>>): Promise<Loaded<Answer>>;
  /** Drops what shows one of `topics`. */
  changed(topics: readonly string[]): void;
  /** Changes are not heard any more: drops everything and keeps nothing until {@link PageCache.heard}. */
  lost(): void;
  /** Changes are heard from now on. */
  heard(): void;
  /** Whether anything is kept now. */
  isOpen(): boolean;
  count(): PageCacheCounts;
}

export interface Loaded<Answer> {
  readonly answer: Answer;
  /** Whether it was made for this very caller. */
  readonly isOwn: boolean;
}

export interface PageCacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly dropped: number;
  readonly entries: number;
  readonly bytes: number;
}

export type PageCacheOptions = Pick<KeptOptions, 'maxBytes'> & Partial<KeptOptions>;

/** A cache that keeps nothing until it hears of changes. */
export function createPageCache<Answer>(options: PageCacheOptions): PageCache<Answer> {
  const kept = createKeptAnswers<Answer>({ lagMs: 0, now: () => performance.now(), ...options });
  const counts = { hits: 0, misses: 0, dropped: 0 };
  let isOpen = false;
  const load = createFlights(kept, () => isOpen);
  const find = (key: string): Answer | undefined => {
    const answer = kept.find(key);
    if (answer !== undefined) counts.hits += 1;
    return answer;
  };
  return {
    find,
    load: async (key, make) => {
      const loaded = await load(key, make);
      counts[loaded.isOwn ? 'misses' : 'hits'] += 1;
      return loaded;
    },
    changed: (topics) => void (counts.dropped += kept.drop(topics)),
    lost: () => {
      isOpen = false;
      counts.dropped += kept.dropAll();
    },
    heard: () => {
      counts.dropped += kept.dropAll();
      isOpen = true;
    },
    isOpen: () => isOpen,
    count: () => ({ ...counts, entries: kept.size, bytes: kept.bytes }),
  };
}

interface Flight<Answer> {
  readonly begunAt: Moment;
  readonly made: Promise<Made<Answer>>;
}

/** One making per key at a time, which others join. */
function createFlights<Answer>(kept: KeptAnswers<Answer>, isOpen: () => boolean): PageCache<Answer>['load'] {
  const flights = new Map<string, Flight<Answer>>();
  const land = async (key: string, making: Promise<Made<Answer>>, begunAt: Moment): Promise<Made<Answer>> => {
    try {
      const made = await making;
      if (isOpen()) kept.keep(key, made, begunAt);
      return made;
    } finally {
      flights.delete(key);
    }
  };
  const begin = (key: string, make: () => Promise<Made<Answer>>): Flight<Answer> => {
    const begunAt = kept.book.now();
    const flight = { begunAt, made: land(key, make(), begunAt) };
    flights.set(key, flight);
    return flight;
  };
  return async (key, make) => {
    for (;;) {
      const arrivedAt = kept.book.now();
      const joined = flights.get(key);
      const flight = joined ?? begin(key, make);
      const made = await flight.made;
      if (joined === undefined || isFreshFor(arrivedAt, flight, made, kept)) {
        return { answer: made.answer, isOwn: joined === undefined };
      }
      const answer = kept.find(key);
      if (answer !== undefined) return { answer, isOwn: false };
    }
  };
}

/** Whether one who came at `arrivedAt` may have what a flight brought that was begun before. */
function isFreshFor<Answer>(
  arrivedAt: Moment,
  { begunAt }: Flight<Answer>,
  { topics, canBeKept }: Made<Answer>,
  { book }: KeptAnswers<Answer>,
): boolean {
  if (arrivedAt === begunAt) return true;
  // What a failure would have shown is not known.
  return canBeKept && !book.hasChanged(topics, begunAt);
}
