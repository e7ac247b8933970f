import { expect, test } from 'vitest';

import { emptyEntry } from './add-product-entry.ts';
import { adviceFor, goodDescriptionWords, stepsDone } from './listing-advice.ts';

const whole = {
  ...emptyEntry,
  photo: 1,
  categoryId: 'x',
  model: 'Pixel 8',
  useYear: '2',
  buy: '800',
  sell: '420',
  phone: '01711000000',
  location: 'Dhaka',
};
const good = {
  ...whole,
  storageGb: '128',
  colour: 'blue',
  batteryHealth: '90',
  description: 'word '.repeat(goodDescriptionWords),
};

test('a step is done when all that it needs is there', () => {
  expect(stepsDone(emptyEntry, [])).toEqual({ what: false, state: false, photos: false, price: false });
  expect(stepsDone(whole, [{}])).toEqual({ what: true, state: true, photos: true, price: true });
  expect(stepsDone({ ...whole, location: ' ' }, [{}])).toMatchObject({ price: false });
  expect(stepsDone(whole, [{}, { failure: 'Too small' }])).toMatchObject({ photos: false });
});

test.each([
  ['price', { phone: 'call me' }],
  ['price', { sell: '100001' }],
  ['state', { batteryHealth: '101' }],
] as const)('a step with what the form would refuse is not done: %s', (step, refused) => {
  expect(stepsDone({ ...whole, ...refused }, [{}])).toMatchObject({ [step]: false });
});

test('each missing fact is named with its field, and none of a good listing', () => {
  expect(adviceFor(good, 2)).toEqual([]);
  expect(adviceFor(good, 1).map(({ field }) => field)).toEqual(['photo']);
  expect(adviceFor({ ...good, description: 'Too short.' }, 2).map(({ field }) => field)).toEqual([
    'description',
  ]);
  expect(adviceFor(whole, 2).map(({ field }) => field)).toEqual([
    'storageGb',
    'colour',
    'batteryHealth',
    'description',
  ]);
});
