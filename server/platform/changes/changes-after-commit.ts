/** Ties the topics that statements publish to their transaction: they are published after its commit. */

/** Where repositories publish what they changed, by topics such as `product:<id>`. */
export interface ChangePublisher {
  publish(...topics: readonly string[]): void;
}

/** A field of the database and of every transaction on it. */
export interface Publishing {
  readonly $changes: ChangePublisher;
}

/** A field of every transaction. */
export interface Committing {
  /** Runs `task` after the commit, before the transaction's caller continues. It must not fail. */
  readonly $afterCommit: (task: () => Promise<void>) => void;
}

/** Receives the topics of committed changes. */
export type PublishChanges = (topics: readonly string[]) => void;

/** Outside a transaction a statement has committed when it is done: its topics are published at once. */
export const publishAtOnce = (publish: PublishChanges): ChangePublisher => ({
  publish: (...topics) => publish(topics),
});

/**
 * Runs a transaction and publishes its topics when it has ended, before its caller continues: whoever was answered
 * never sees the old state. If the outcome is unknown because the connection broke, it counts as a commit.
 *
 * @param begin opens the transaction and hands it to `run`
 */
export async function publishAfterCommit<Tx extends object, Result>(
  begin: (run: (tx: Tx) => Promise<Result>) => Promise<Result>,
  run: (tx: Tx & Publishing & Committing) => Promise<Result>,
  publish: PublishChanges,
): Promise<Result> {
  const changed = new Set<string>();
  const $changes: ChangePublisher = { publish: (...topics) => topics.forEach((topic) => changed.add(topic)) };
  const tasks: (() => Promise<void>)[] = [];
  const $afterCommit: Committing['$afterCommit'] = (task) => void tasks.push(task);
  const result = await runCollecting();
  for (const task of tasks) await task();
  return result;

  async function runCollecting(): Promise<Result> {
    try {
      return await begin((tx) => run(Object.assign(tx, { $changes, $afterCommit })));
    } finally {
      if (changed.size > 0) publish([...changed]);
    }
  }
}
