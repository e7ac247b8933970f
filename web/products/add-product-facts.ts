import * as z from 'zod/mini';

import { NewPhoneFacts } from '#contract/phone-facts.ts';
import { colours, type FactName, forEachFact, networkLocks, storageSizesGb } from '#contract/phone-words.ts';

/** A chosen option as its value; anything that is no option, such as the empty one, means that nothing was chosen. */
const chosen = <Word extends string | number>(words: readonly Word[]) =>
  z.pipe(
    z.string(),
    z.transform((text) => words.find((word) => String(word) === text)),
  );

/** "87", "87 %"; empty text means nothing, and the contract refuses what is no number. */
const percent = z.pipe(
  z.string(),
  z.transform((text): number | null | undefined => {
    const bare = text.replace('%', '').trim();
    return bare === '' ? undefined : Number(bare);
  }),
);

/** The optional facts of a phone beyond the spec's fields, as they are typed and chosen. */
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

/** The values of an empty form. */
export const emptyFacts = {
  ...forEachFact(() => ''),
  accessories: [],
  description: '',
};
