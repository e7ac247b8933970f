/** What is kept, within a number of bytes: two shelves, so that a flood of addresses asked for once cannot clear it. */

export interface Kept {
  readonly key: string;
  readonly bytes: number;
}

export interface Shelf<Item extends Kept> {
  /** The item of a key, which proves by this that it is asked for more than once. */
  take(key: string): Item | undefined;
  /** Keeps an item. @returns what had to go for it, which may be the item itself */
  put(item: Item): Item[];
  remove(item: Item): void;
  /** Removes everything. */
  clear(): void;
  readonly bytes: number;
  readonly size: number;
}

/** The part of the room that items which were never asked for again may have when it is full. */
const untriedShare = 0.25;

/**
 * Keeps at most `maxBytes`. What was asked for again stands on the tried shelf; while it is full, newcomers push each
 * other out and nothing else. On each shelf what was used longest ago goes first.
 */
export function createShelf<Item extends Kept>(maxBytes: number): Shelf<Item> {
  const untried = createRow<Item>();
  const tried = createRow<Item>();
  const rowToShorten = () =>
    untried.bytes() > maxBytes * untriedShare || tried.items.size === 0 ? untried : tried;
  return {
    take: (key) => {
      const known = tried.use(key);
      if (known !== undefined) return known;
      const item = untried.items.get(key);
      if (item === undefined) return undefined;
      untried.remove(item);
      tried.add(item);
      return item;
    },
    put: (item) => {
      const gone = [untried.items.get(item.key), tried.items.get(item.key)].filter(
        (one) => one !== undefined,
      );
      for (const one of gone) removeFrom(one, untried, tried);
      untried.add(item);
      while (untried.bytes() + tried.bytes() > maxBytes) {
        const oldest = rowToShorten().removeOldest();
        if (oldest === undefined) break;
        gone.push(oldest);
      }
      return gone;
    },
    remove: (item) => removeFrom(item, untried, tried),
    clear: () => {
      untried.clear();
      tried.clear();
    },
    get bytes() {
      return untried.bytes() + tried.bytes();
    },
    get size() {
      return untried.items.size + tried.items.size;
    },
  };
}

function removeFrom<Item extends Kept>(item: Item, ...rows: readonly Row<Item>[]): void {
  for (const row of rows) row.remove(item);
}

type Row<Item extends Kept> = ReturnType<typeof createRow<Item>>;

/** Items in the order of their last use. */
function createRow<Item extends Kept>() {
  const items = new Map<string, Item>();
  let bytes = 0;
  let newest: Item | undefined;
  const remove = (item: Item): void => {
    if (items.get(item.key) !== item) return;
    items.delete(item.key);
    bytes -= item.bytes;
    if (newest === item) newest = undefined;
  };
  return {
    items,
    bytes: () => bytes,
    add: (item: Item) => {
      remove(item);
      items.set(item.key, item);
      newest = item;
      bytes += item.bytes;
    },
    /** The item of a key, which is now the one that was used last. */
    use: (key: string): Item | undefined => {
      const item = items.get(key);
      if (item === undefined || item === newest) return item;
      items.delete(key);
      items.set(key, item);
      newest = item;
      return item;
    },
    remove,
    removeOldest: (): Item | undefined => {
      const [oldest] = items.values();
      if (oldest !== undefined) remove(oldest);
      return oldest;
    },
    clear: () => {
      items.clear();
      bytes = 0;
      newest = undefined;
    },
  };
}
