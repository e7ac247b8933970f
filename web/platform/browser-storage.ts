/** The part of `Storage` that we use. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Local storage. What it does not take, because it is blocked, missing or full, lasts as long as the page. */
export function openStorage(): KeyStore {
  const stored = findStorage();
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? stored?.getItem(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
      try {
        stored?.setItem(key, value);
        // Other tabs may change it.
        if (stored) values.delete(key);
      } catch {
        // Full: an older value must not come back with a reload.
        stored?.removeItem(key);
      }
    },
    removeItem: (key) => {
      values.delete(key);
      stored?.removeItem(key);
    },
  };
}

/** Null in browsers that have it switched off. */
function findStorage(): Storage | null | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage;
  } catch {
    // Blocked by the person's settings.
    return undefined;
  }
}
