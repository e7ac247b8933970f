/** The city that a person looks from, as this browser remembers it. It is sent nowhere but in the address of a list. */
import { isRecord } from '#web/platform/is-record.ts';
import { openStorage } from '#web/platform/browser-storage.ts';

export interface ChosenCity {
  readonly _id: string;
  readonly label: string;
}

const storageKey = 'near';

/** Undefined where none was chosen, or what is stored is none. */
export function readCity(): ChosenCity | undefined {
  try {
    const stored: unknown = JSON.parse(openStorage().getItem(storageKey) ?? 'null');
    if (!isRecord(stored) || typeof stored._id !== 'string' || typeof stored.label !== 'string')
      return undefined;
    return { _id: stored._id, label: stored.label };
  } catch {
    return undefined;
  }
}

export const storeCity = ({ _id, label }: ChosenCity): void =>
  openStorage().setItem(storageKey, JSON.stringify({ _id, label }));
