/** Binds what statements say they changed to their transaction: it is told after the commit, and before the caller. */

/** Where statements say what they changed, by topics such as `product:<id>`. */
export interface ChangeNotes {
  note(...topics: readonly string[]): void;
}

/** Carried by the database and by every transaction on it. */
export interface Noting {
  readonly $changes: ChangeNotes;
}

/** Carried by every transaction. */
export interface Committing {
  /** Runs `task` once the transaction has committed, before its caller goes on. It must not fail. */
  readonly $afterCommit: (task: () => Promise<void>) => void;
}

/** Hears of what changed, when others can read it. */
export type TellChanges = (topics: readonly string[]) => void;

/** Outside a transaction a statement has committed when it is done: what it notes is told at once. */
export const noteAtOnce = (tell: TellChanges): ChangeNotes => ({ note: (...topics) => tell(topics) });

/**
 * Runs what a transaction is made of, with notes of its own, and tells them when it has ended. That is before whoever
 * began it goes on, so that nobody who was answered meets the old state. An end that is not known, since the connection
 * broke, counts as a commit.
 *
 * @param begin opens the transaction and hands it to `run`
 */
export async function noteUntilCommit<Tx extends object, Result>(
  begin: (run: (tx: Tx) => Promise<Result>) => Promise<Result>,
  run: (tx: Tx & Noting & Committing) => Promise<Result>,
  tell: TellChanges,
): Promise<Result> {
  const noted = new Set<string>();
  const $changes: ChangeNotes = { note: (...topics) => topics.forEach((topic) => noted.add(topic)) };
  const tasks: (() => Promise<void>)[] = [];
  const $afterCommit: Committing['$afterCommit'] = (task) => void tasks.push(task);
  const result = await runNoted();
  for (const task of tasks) await task();
  return result;

  async function runNoted(): Promise<Result> {
    try {
      return await begin((tx) => run(Object.assign(tx, { $changes, $afterCommit })));
    } finally {
      if (noted.size > 0) tell([...noted]);
    }
  }
}
