/** How complete a listing is, and what would improve it. */
import type { ListedPhoto } from '#web/media/photo-list.ts';

import { ProductEntry, type ProductEntryText } from './add-product-entry.ts';
import type { StepName } from './step-names.ts';

/** The number of words in a description that probably answers buyers' usual questions. */
export const goodDescriptionWords = 15;

const isGiven = (text: string | number): boolean => String(text).trim() !== '';

/** Which steps are complete and valid. A photo that was refused or could not be sent has to be taken out first. */
export function stepsDone(
  entry: ProductEntryText,
  photos: readonly Pick<ListedPhoto, 'failure'>[],
): Record<StepName, boolean> {
  const areValid = (...names: (keyof ProductEntryText)[]): boolean =>
    names.every((name) => ProductEntry.shape[name].safeParse(entry[name]).success);
  return {
    what: areValid('categoryId', 'model', 'storageGb', 'colour', 'networkLock'),
    state: areValid('condition', 'useYear', 'batteryHealth', 'description'),
    photos: areValid('photo') && photos.every(({ failure }) => failure === undefined),
    price: areValid('buy', 'sell', 'phone', 'location'),
  };
}

export interface Advice {
  /** A suggestion in words. */
  readonly words: string;
  /** The field that it is about. */
  readonly field: keyof ProductEntryText;
}

/** Suggestions for a good listing, beyond what every phone needs. */
export function adviceFor(entry: ProductEntryText, photoCount: number): Advice[] {
  const words = (entry.description ?? '').split(/\s+/).filter((word) => word !== '').length;
  const advice: readonly (Advice & { readonly isMissing: boolean })[] = [
    { isMissing: !isGiven(entry.storageGb), field: 'storageGb', words: 'Add its storage' },
    { isMissing: !isGiven(entry.colour), field: 'colour', words: 'Add its colour' },
    { isMissing: !isGiven(entry.batteryHealth), field: 'batteryHealth', words: 'Add its battery health' },
    {
      isMissing: words < goodDescriptionWords,
      field: 'description',
      words: `Describe it in ${goodDescriptionWords} words or more`,
    },
    { isMissing: photoCount < 2, field: 'photo', words: 'Show it from more than one side' },
  ];
  return advice.flatMap(({ isMissing, ...item }) => (isMissing ? [item] : []));
}
