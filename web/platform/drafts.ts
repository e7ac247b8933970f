/**
 * What somebody has begun to fill in, kept in this browser: it outlives a reload, a crash and a session that ran out.
 * Files are kept as files, since uploads that nothing uses are swept. Each draft belongs to one person.
 */
const databaseName = 'ringback-drafts';
const storeName = 'drafts';

/** Reads the person's draft of a form; undefined where there is none, or where the browser keeps nothing. */
export const readDraft = (person: string, form: string): Promise<unknown> =>
  inStore('readonly', (store) => store.get([person, form]));

/** Keeps the person's draft of a form in place of the one before. */
export const writeDraft = (person: string, form: string, draft: unknown): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(draft, [person, form]));

/** Forgets the person's draft of a form. */
export const removeDraft = (person: string, form: string): Promise<unknown> =>
  inStore('readwrite', (store) => store.delete([person, form]));

/** Forgets every draft of a person, who leaves this browser. */
export const removeDraftsOf = (person: string): Promise<unknown> =>
  // A list is greater than every text.
  inStore('readwrite', (store) => store.delete(IDBKeyRange.bound([person], [person, []])));

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await openDatabase();
  if (database === undefined) return undefined;
  try {
    const transaction = database.transaction(storeName, mode);
    return await resultOf(work(transaction.objectStore(storeName)));
  } finally {
    database.close();
  }
}

/** Undefined where the person's settings forbid storage: forms work without drafts then. */
async function openDatabase(): Promise<IDBDatabase | undefined> {
  try {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    return await resultOf(request);
  } catch {
    return undefined;
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The draft was not stored.')));
  });
}
