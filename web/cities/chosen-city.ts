/** The city in which a person searches, stored in this browser. It is sent only within the URL of a list. */
import { isRecord } from '#web/platform/is-record.ts';
import { openStorage } from '#web/platform/browser-storage.ts';

export interface ChosenCity {
  readonly _id: string;
  readonly label: string;
}

const storageKey = 'near';

/** Undefined if none was chosen or the stored value is invalid. */
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
