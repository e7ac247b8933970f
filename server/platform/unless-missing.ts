/**
 * Waits for something that may be absent: a file, a folder, a program.
 *
 * @returns undefined if it is missing; every other error is thrown
 */
export async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
