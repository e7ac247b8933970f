import { AsyncLocalStorage } from 'node:async_hooks';

/** Gathers what an answer shows while it is made, over all calls that a page makes within the process. */
export interface Shown {
  /** Runs `make` and gathers the topics that are noted meanwhile, by whatever it calls. */
  gather<Result>(make: () => Promise<Result>): Promise<readonly [Result, ReadonlySet<string>]>;
  /** Where to note; undefined where nobody gathers. */
  current(): Set<string> | undefined;
}

/**
 * The topics go beside the calls, not through them: a page reaches the API by requests, in which there is no place for
 * them that the outside could not write to.
 */
export function createShown(): Shown {
  const storage = new AsyncLocalStorage<Set<string>>();
  return {
    gather: async (make) => {
      const topics = new Set<string>();
      const result = await storage.run(topics, make);
      return [result, topics];
    },
    current: () => storage.getStore(),
  };
}
