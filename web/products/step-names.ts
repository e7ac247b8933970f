/** The steps of listing a phone. */
export type StepName = 'what' | 'state' | 'photos' | 'price';

export const stepTitles = {
  what: 'What it is',
  state: 'How it is',
  photos: 'Photos',
  price: 'Price and place',
} as const satisfies Record<StepName, string>;

/** The id of a step's section of the page. */
export const stepId = (name: StepName): string => `step-${name}`;
