/**
 * Drafts of forms, stored in this browser: they survive a reload, a crash and an expired session. Files are stored as
 * files, because unused uploads are deleted. Each draft belongs to one person.
 */
import { isRecord } from './is-record.ts';

const databaseName = 'ringback-drafts';
const storeName = 'drafts';

/** Reads the person's draft of a form; undefined if there is none or the browser's storage fails. */
export const readDraft = (person: string, form: string): Promise<unknown> =>
  ifItWorks(inStore('readonly', (store) => store.get([person, form])).then(withFilesInMemory));

/** Whether the person has a draft of a form; undefined if the browser's storage fails. */
export const hasDraft = async (person: string, form: string): Promise<boolean | undefined> => {
  const count = await ifItWorks(inStore('readonly', (store) => store.count([person, form])));
  return count === undefined ? undefined : count !== 0;
};

/**
 * Stores the person's draft of a form and replaces an earlier one, if the browser's storage works.
 *
 * @returns undefined if it does not
 */
export function writeDraft(person: string, form: string, draft: unknown): Promise<unknown> {
  const put = (stored: unknown) => inStore('readwrite', (store) => store.put(stored, [person, form]));
  // Private windows of Safari store no files.
  return ifItWorks(put(draft).catch(() => put(withoutFiles(draft))));
}

/** Deletes the person's draft of a form, if the browser's storage works. */
export const removeDraft = (person: string, form: string): Promise<unknown> =>
  ifItWorks(inStore('readwrite', (store) => store.delete([person, form])));

/** Deletes every draft of a person who signs out of this browser. */
export const removeDraftsOf = (person: string): Promise<unknown> =>
  // In IndexedDB's order an array is greater than every string.
  inStore('readwrite', (store) => store.delete(IDBKeyRange.bound([person], [person, []])));

/** What a form does must not fail with its draft: a phone that was listed would be listed again. */
const ifItWorks = (stored: Promise<unknown>): Promise<unknown> => stored.catch(() => undefined);

function withoutFiles(draft: unknown): unknown {
  if (Array.isArray(draft)) return draft.filter((each) => !(each instanceof File));
  if (!isRecord(draft)) return draft;
  return Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, withoutFiles(value)]));
}

/** In Firefox a file of a stored draft cannot be read any more once the draft is replaced, and its upload hangs. */
async function withFilesInMemory(draft: unknown): Promise<unknown> {
  if (draft instanceof File) {
    const { name, type, lastModified } = draft;
    return new File([await draft.arrayBuffer()], name, { type, lastModified });
  }
  if (Array.isArray(draft)) return Promise.all(draft.map(withFilesInMemory));
  if (!isRecord(draft)) return draft;
  const entries = Object.entries(draft).map(async ([key, value]) => [key, await withFilesInMemory(value)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await openDatabase();
  if (database === undefined) return undefined;
  try {
    const transaction = database.transaction(storeName, mode);
    const request = work(transaction.objectStore(storeName));
    await committed(transaction);
    return request.result;
  } finally {
    database.close();
  }
}

/** Undefined if the person's settings forbid storage: forms then work without drafts. */
async function openDatabase(): Promise<IDBDatabase | undefined> {
  try {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    return await resultOf(request);
  } catch {
    return undefined;
  }
}

/** A full disk is noticed only at the end of a transaction, after the success of each request. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('Nothing was stored.')),
    );
  });
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The draft was not stored.')));
  });
}
