/** How far a listing is, and what would make it a good one. */
import type { ProductEntryText } from './add-product-entry.ts';
import type { StepName } from './step-names.ts';

/** Words of a description that answers what buyers ask first. */
export const goodDescriptionWords = 15;

const isSaid = (text: string | number): boolean => String(text).trim() !== '';

/** Which steps have all that they need. */
export const stepsDone = (entry: ProductEntryText, photoCount: number): Record<StepName, boolean> => ({
  what: isSaid(entry.categoryId) && isSaid(entry.model),
  state: isSaid(entry.useYear),
  photos: photoCount > 0,
  price: [entry.buy, entry.sell, entry.phone, entry.location].every(isSaid),
});

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
