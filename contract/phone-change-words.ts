import type { ShownFact } from './phone-changes.ts';
import { factLabels } from './phone-words.ts';

/** The facts of a listed phone, as people read them. */
export const shownFactNames: Readonly<Record<ShownFact, string>> = {
  model: 'Model',
  categoryId: 'Category',
  condition: 'Condition',
  location: 'Place',
  buy: 'Price paid new',
  sell: 'Price',
  useYear: 'Years of use',
  ...factLabels,
  accessories: 'What comes with it',
  description: 'Description',
  photos: 'Photos',
};
