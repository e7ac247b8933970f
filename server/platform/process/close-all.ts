/** Closes what was opened, the last first. */

/**
 * Runs every closer, in the opposite order. One that fails keeps none of the others from running: what was opened first,
 * such as the database, would outlive the process.
 *
 * @throws the error of the only closer that failed, AggregateError of several
 */
export async function closeAll(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, 'Several parts could not be closed');
}
