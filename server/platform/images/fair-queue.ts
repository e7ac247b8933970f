/** A queue in which the owners of items take turns. */
export interface FairQueue<Item> {
  add(owner: string, item: Item): void;
  /** The next item of the owner whose turn it is; undefined if the queue is empty. */
  take(): Item | undefined;
}

/** Creates a queue. Between two items of one owner, every other waiting owner gets a turn. */
export function createFairQueue<Item>(): FairQueue<Item> {
  // A map keeps the order in which keys are added: the first owner has waited longest.
  const waiting = new Map<string, Item[]>();
  return {
    add(owner, item) {
      const own = waiting.get(owner);
      if (own === undefined) waiting.set(owner, [item]);
      else own.push(item);
    },
    take() {
      for (const [owner, [item, ...rest]] of waiting) {
        waiting.delete(owner);
        if (rest.length > 0) waiting.set(owner, rest);
        return item;
      }
      return undefined;
    },
  };
}
