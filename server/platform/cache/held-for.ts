/**
 * Finds something anew only when what was found last is older than that. Where it fails, whoever asked hears of it and
 * the next one tries again.
 */
export function heldFor<Value>(milliseconds: number, find: () => Promise<Value>): () => Promise<Value> {
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
