/**
 * The page cache, 2 of 4: invalidation.
 *
 * Every answer is cached with its topics: what it shows, such as `product:<id>` or `category:<id>`. They are collected
 * while the answer is made ({@link createTopicCollector}). A write publishes the topics that it changed
 * (`server/platform/changes/`), and every cached answer with one of them is removed.
 *
 * Removing is not enough, because an answer may be under way while a change arrives: it was read before the change and
 * would be stored after it. Therefore invalidation also remembers *when* each topic changed last, in an order of its
 * own (`Version`, a counter of changes and not a time). Whoever makes an answer asks for the version at the start; if
 * one of the answer's topics has changed since, the answer is not stored. What is too long ago to be remembered counts
 * as changed. With a read replica, a topic that changed less than `replicaLagMs` ago is not stored either, because the
 * replica may still have answered from before the change.
 *
 * A change can be missed altogether: a process can be killed between its commit and publishing. Every entry therefore
 * also has a maximum age.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A position in the order of changes. */
export type Version = number;

export interface Invalidation<Item extends { readonly topics: ReadonlySet<string> }> {
  readonly version: () => Version;
  /** Whether an answer with these topics that was begun at `since` may be stale by now; if in doubt, yes. */
  readonly mayBeStale: (topics: ReadonlySet<string>, since: Version) => boolean;
  /** Whether a topic changed after `since`; if in doubt, yes. */
  readonly hasChanged: (topics: ReadonlySet<string>, since: Version) => boolean;
  /** Records that topics changed. @returns the items that show one of them */
  readonly change: (topics: readonly string[]) => ReadonlySet<Item>;
  /** Records that anything may have changed, and forgets all items. */
  readonly changeAll: () => void;
  readonly add: (item: Item) => void;
  readonly remove: (item: Item) => void;
}

export interface InvalidationOptions {
  /** How far behind a replica may be. */
  readonly replicaLagMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  /** How many topics are remembered. */
  readonly maxTopics?: number;
}

export function createInvalidation<Item extends { readonly topics: ReadonlySet<string> }>(
  options: InvalidationOptions,
): Invalidation<Item> {
  const index = createTopicIndex<Item>();
  const { record, forgetAll, ...history } = createHistory(options);
  return {
    ...history,
    change: (topics) => {
      record(topics);
      return new Set(topics.flatMap(index.list));
    },
    changeAll: () => {
      forgetAll();
      index.clear();
    },
    add: index.add,
    remove: index.remove,
  };
}

/** When each topic changed last. */
function createHistory({ replicaLagMs, now, maxTopics = 20_000 }: InvalidationOptions) {
  /** In the order of the changes: the oldest first. */
  const changes = new Map<string, { readonly version: Version; readonly at: number }>();
  let version: Version = 0;
  /** Of changes up to this one, it is not known what changed. */
  let forgotten = { version: 0, at: -Infinity };

  const forgetOldest = (): void => {
    const [oldest] = changes;
    if (oldest === undefined) return;
    changes.delete(oldest[0]);
    forgotten = oldest[1];
  };
  const hasChanged = (topics: ReadonlySet<string>, since: Version): boolean =>
    forgotten.version > since || [...topics].some((topic) => (changes.get(topic)?.version ?? 0) > since);
  const mayLag = (topics: ReadonlySet<string>): boolean =>
    replicaLagMs > 0 &&
    [...topics].some((topic) => (changes.get(topic) ?? forgotten).at + replicaLagMs > now());
  return {
    version: (): Version => version,
    hasChanged,
    mayBeStale: (topics: ReadonlySet<string>, since: Version): boolean =>
      hasChanged(topics, since) || mayLag(topics),
    record: (topics: readonly string[]): void => {
      version += 1;
      for (const topic of topics) {
        // Deleted first, so that the map stays in the order of the changes.
        changes.delete(topic);
        changes.set(topic, { version, at: now() });
        if (changes.size > maxTopics) forgetOldest();
      }
    },
    forgetAll: (): void => {
      version += 1;
      changes.clear();
      forgotten = { version, at: now() };
    },
  };
}

/** Finds the items that show a topic. */
function createTopicIndex<Item extends { readonly topics: ReadonlySet<string> }>() {
  const itemsByTopic = new Map<string, Set<Item>>();
  return {
    add: (item: Item): void => {
      for (const topic of item.topics) {
        const items = itemsByTopic.get(topic);
        if (items === undefined) itemsByTopic.set(topic, new Set([item]));
        else items.add(item);
      }
    },
    remove: (item: Item): void => {
      for (const topic of item.topics) {
        const items = itemsByTopic.get(topic);
        if (items?.delete(item) === true && items.size === 0) itemsByTopic.delete(topic);
      }
    },
    list: (topic: string): Item[] => [...(itemsByTopic.get(topic) ?? [])],
    clear: (): void => itemsByTopic.clear(),
  };
}

/** Collects the topics of an answer while it is made, over all calls that a page makes within the process. */
export interface TopicCollector {
  /** Runs `make` and collects the topics that are added meanwhile, by whatever it calls. */
  collect<Result>(make: () => Promise<Result>): Promise<readonly [Result, ReadonlySet<string>]>;
  /** The set to add topics to; undefined if nobody collects them. */
  current(): Set<string> | undefined;
}

/** Topics are passed by an `AsyncLocalStorage`, not by a header, which clients could send as well. */
export function createTopicCollector(): TopicCollector {
  const storage = new AsyncLocalStorage<Set<string>>();
  return {
    collect: async (make) => {
      const topics = new Set<string>();
      const result = await storage.run(topics, make);
      return [result, topics];
    },
    current: () => storage.getStore(),
  };
}
