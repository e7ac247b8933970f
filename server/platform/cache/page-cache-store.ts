/**
 * The page cache, 1 of 4: the store.
 *
 * A map from key to entry that never contains more than a given number of bytes. When it is full, entries are evicted,
 * the least recently used first. A plain LRU would be emptied by anybody who requests many URLs once (a crawler, a
 * flood of searches), so the store is segmented (SLRU): a new entry starts on probation and becomes protected when it
 * is requested a second time. While the store is full, entries on probation may have a quarter of it; beyond that they
 * evict each other and leave the protected ones alone.
 *
 * The store knows neither what an entry contains nor when it becomes stale. `page-cache-invalidation.ts` decides which
 * entries are removed, `page-cache-requests.ts` which are made, and `page-cache-front.ts` speaks HTTP.
 */

export interface StoredEntry {
  readonly key: string;
  readonly bytes: number;
}

export interface PageStore<Entry extends StoredEntry> {
  /** The entry of a key; being requested again protects it. */
  get(key: string): Entry | undefined;
  /** Stores an entry in place of the key's last one. @returns what is no longer stored, which may be the entry itself */
  set(entry: Entry): Entry[];
  remove(entry: Entry): void;
  clear(): void;
  readonly bytes: number;
  readonly size: number;
}

/** The part of a full store that entries on probation may have. */
const probationShare = 0.25;

/** Creates a store of at most `maxBytes`. */
export function createPageStore<Entry extends StoredEntry>(maxBytes: number): PageStore<Entry> {
  const probation = createSegment<Entry>();
  const protectedOnes = createSegment<Entry>();
  const bytes = (): number => probation.bytes() + protectedOnes.bytes();
  const remove = (entry: Entry): void => {
    probation.remove(entry);
    protectedOnes.remove(entry);
  };
  const segmentToShorten = () =>
    probation.bytes() > maxBytes * probationShare || protectedOnes.entries.size === 0
      ? probation
      : protectedOnes;
  return {
    get: (key) => {
      const known = protectedOnes.use(key);
      if (known !== undefined) return known;
      const entry = probation.entries.get(key);
      if (entry === undefined) return undefined;
      probation.remove(entry);
      protectedOnes.add(entry);
      return entry;
    },
    set: (entry) => {
      const removed = [probation, protectedOnes].flatMap(({ entries }) => entries.get(entry.key) ?? []);
      for (const replaced of removed) remove(replaced);
      probation.add(entry);
      while (bytes() > maxBytes) {
        const evicted = segmentToShorten().removeOldest();
        if (evicted === undefined) break;
        removed.push(evicted);
      }
      return removed;
    },
    remove,
    clear: () => {
      probation.clear();
      protectedOnes.clear();
    },
    get bytes() {
      return bytes();
    },
    get size() {
      return probation.entries.size + protectedOnes.entries.size;
    },
  };
}

/** Entries in the order of their last use. */
function createSegment<Entry extends StoredEntry>() {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let newest: Entry | undefined;
  const remove = (entry: Entry): void => {
    if (entries.get(entry.key) !== entry) return;
    entries.delete(entry.key);
    bytes -= entry.bytes;
    if (newest === entry) newest = undefined;
  };
  return {
    entries,
    bytes: () => bytes,
    add: (entry: Entry) => {
      entries.set(entry.key, entry);
      newest = entry;
      bytes += entry.bytes;
    },
    /** The entry of a key, which is now the most recently used one. */
    use: (key: string): Entry | undefined => {
      const entry = entries.get(key);
      if (entry === undefined || entry === newest) return entry;
      entries.delete(key);
      entries.set(key, entry);
      newest = entry;
      return entry;
    },
    remove,
    removeOldest: (): Entry | undefined => {
      const [oldest] = entries.values();
      if (oldest !== undefined) remove(oldest);
      return oldest;
    },
    clear: () => {
      entries.clear();
      bytes = 0;
      newest = undefined;
    },
  };
}
