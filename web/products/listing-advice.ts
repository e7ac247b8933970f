/** How far a listing is, and what would make it a good one. */
import { ProductEntry, type ProductEntryText } from './add-product-entry.ts';
import type { StepName } from './step-names.ts';

/** Words of a description that answers what buyers ask first. */
export const goodDescriptionWords = 15;

const isSaid = (text: string | number): boolean => String(text).trim() !== '';

/** Which steps have all that they need, so that the form would take them. */
export function stepsDone(entry: ProductEntryText): Record<StepName, boolean> {
  const takes = (...names: (keyof ProductEntryText)[]): boolean =>
    names.every((name) => ProductEntry.shape[name].safeParse(entry[name]).success);
  return {
    what: takes('categoryId', 'model', 'storageGb', 'colour', 'networkLock'),
    state: takes('condition', 'useYear', 'batteryHealth', 'description'),
    photos: takes('photo'),
    price: takes('buy', 'sell', 'phone', 'location'),
  };
}

export interface Advice {
  /** What is still missing, as something to do. */
  readonly words: string;
  /** Where it is done. */
  readonly field: keyof ProductEntryText;
}

/** What is missing for a good listing, beyond what every phone needs. */
export function adviceFor(entry: ProductEntryText, photoCount: number): Advice[] {
  const words = (entry.description ?? '').split(/\s+/).filter((word) => word !== '').length;
  const advice: readonly (Advice & { readonly isMissing: boolean })[] = [
    { isMissing: !isSaid(entry.storageGb), field: 'storageGb', words: 'Add its storage' },
    { isMissing: !isSaid(entry.colour), field: 'colour', words: 'Add its colour' },
    { isMissing: !isSaid(entry.batteryHealth), field: 'batteryHealth', words: 'Add its battery health' },
    {
      isMissing: words < goodDescriptionWords,
      field: 'description',
      words: `Describe it in ${goodDescriptionWords} words or more`,
    },
    { isMissing: photoCount < 2, field: 'photo', words: 'Show it from more than one side' },
  ];
  return advice.flatMap(({ isMissing, ...item }) => (isMissing ? [item] : []));
}
