/** The part of `Storage` that we use. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Local storage. If it is blocked or missing, a stand-in that lasts as long as the page. */
export function openStorage(): KeyStore {
  try {
    if (typeof window !== 'undefined') return window.localStorage;
  } catch {
    // Blocked by the person's settings: the session lasts as long as the page.
  }
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
