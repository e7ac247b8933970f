/**
 * Calls `find` again only if its last result is older than `milliseconds`; until then every caller gets that result. If
 * it fails, all waiting callers get the error, and the next caller tries again.
 */
export function cachedFor<Value>(milliseconds: number, find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined;
  let foundAt = 0;
  return () => {
    const now = performance.now();
    if (found === undefined || now - foundAt > milliseconds) {
      foundAt = now;
      const finding = find();
      found = finding;
      finding.catch(() => {
        if (found === finding) found = undefined;
      });
    }
    return found;
  };
}
