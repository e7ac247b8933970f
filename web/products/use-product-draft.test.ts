import { expect, test } from 'vitest';

import { ProductDraftContent } from './use-product-draft.ts';

test('a draft with choices that this version does not offer loses only those', () => {
  const values = { model: 'Pixel 8', condition: 'Like New', accessories: ['case', 'sim tool'] };
  expect(ProductDraftContent.parse({ values, photos: [] }).values).toEqual({
    model: 'Pixel 8',
    condition: 'Fresh Condition',
    accessories: ['case'],
  });
});

test('a draft of some fields has no others', () => {
  const draft = { values: { model: 'Pixel 8' }, photos: [] };
  expect(ProductDraftContent.parse(draft)).toEqual(draft);
});
