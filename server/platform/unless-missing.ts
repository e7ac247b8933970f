/**
 * Waits for what need not be there: a file, a folder, a program.
 *
 * @returns undefined where it is missing; every other failure is thrown on
 */
export async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
