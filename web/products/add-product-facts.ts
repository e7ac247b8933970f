import * as z from 'zod/mini';

import { NewPhoneFacts } from '#contract/phone-facts.ts';
import { colours, type FactName, forEachFact, networkLocks, storageSizesGb } from '#contract/phone-words.ts';

/** A chosen option as the word it stands for; what is none, as the empty option, says nothing. */
const chosen = <Word extends string | number>(words: readonly Word[]) =>
  z.pipe(
    z.string(),
    z.transform((text) => words.find((word) => String(word) === text)),
  );

/** "87", "87 %"; the empty text says nothing, and what is no number is refused by the contract. */
const percent = z.pipe(
  z.string(),
  z.transform((text): number | null | undefined => {
    const bare = text.replace('%', '').trim();
    return bare === '' ? undefined : Number(bare);
  }),
);

/** What may be said of a phone beyond the spec's fields, as it is typed and chosen. */
export const typedFacts = {
  ...({
    storageGb: chosen(storageSizesGb),
    colour: chosen(colours),
    networkLock: chosen(networkLocks),
    batteryHealth: z.pipe(percent, NewPhoneFacts.batteryHealth),
  } satisfies Record<FactName, unknown>),
  accessories: NewPhoneFacts.accessories,
  description: NewPhoneFacts.description,
} as const;

/** The form before anything is said. */
export const emptyFacts = {
  ...forEachFact(() => ''),
  accessories: [],
  description: '',
};
