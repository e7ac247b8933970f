/** Closes what was opened, in reverse order. */

/**
 * Runs every closer, in reverse order, even if one fails: otherwise what was opened first, such as the database, would
 * outlive the process.
 *
 * @throws the error if one closer failed, AggregateError if several did
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
