/** When each topic changed last, so that what was read before a change is not kept after it. */

/** A moment in the order of changes. */
export type Moment = number;

export interface ChangeBook {
  now(): Moment;
  /** Notes that topics changed; without any, that everything may have. */
  note(topics?: readonly string[]): void;
  /** Whether one of `topics` changed after `moment`, as far as anybody remembers: if in doubt, yes. */
  hasChanged(topics: Iterable<string>, moment: Moment): boolean;
}

/** How many topics are remembered: what is older counts as changed. */
const defaultMaxTopics = 20_000;

export function createChangeBook(maxTopics = defaultMaxTopics): ChangeBook {
  const changedAt = new Map<string, Moment>();
  let moment: Moment = 0;
  /** Of what changed up to then nothing certain is known any more. */
  let forgottenUpTo: Moment = 0;

  const forgetOldest = (): void => {
    const [oldest] = changedAt;
    if (oldest === undefined) return;
    const [topic, at] = oldest;
    changedAt.delete(topic);
    forgottenUpTo = at;
  };
  return {
    now: () => moment,
    note: (topics) => {
      moment += 1;
      if (topics === undefined) {
        changedAt.clear();
        forgottenUpTo = moment;
        return;
      }
      for (const topic of topics) {
        // Set anew, so that the map stays in the order of the changes.
        changedAt.delete(topic);
        changedAt.set(topic, moment);
        if (changedAt.size > maxTopics) forgetOldest();
      }
    },
    hasChanged: (topics, since) => {
      if (forgottenUpTo > since) return true;
      for (const topic of topics) if ((changedAt.get(topic) ?? 0) > since) return true;
      return false;
    },
  };
}
