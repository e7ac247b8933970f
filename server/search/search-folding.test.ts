// Foldable phones, few of which have "fold" in their names.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';

const flips = ['Galaxy Z Flip5', 'Huawei P50 Pocket', 'OPPO Find N2 Flip', 'Razr 40'];
const folds = ['Galaxy Z Fold4', 'Honor Magic V2', 'Huawei Mate X3', 'OPPO Find N3', 'OnePlus Open'];
const others = [
  'Galaxy S22',
  'Honor Magic5 Pro',
  'Huawei Mate 20',
  'Moto G84',
  'OPPO Find X5',
  'Zenfone 8 Flip',
];

const makers: Readonly<Record<string, string>> = {
  Galaxy: 'Samsung',
  Razr: 'Motorola',
  Moto: 'Motorola',
  Zenfone: 'ASUS',
};

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  const seller = await market.person('seller');
  const { body: categories } = await market.stranger.get('/category');
  for (const model of [...flips, ...folds, ...others]) {
    const [word = ''] = model.split(' ');
    const maker = makers[word] ?? word;
    const { _id: categoryId } = categories.find(
      ({ category }: { category: string }) => category.toLowerCase() === maker.toLowerCase(),
    );
    await market.phone(seller, { model, categoryId });
  }
});
afterAll(() => market.close());

test.each([
  ['foldable', [...flips, ...folds]],
  ['foldable phones', [...flips, ...folds]],
  ['folding phone', [...flips, ...folds]],
  ['fold phone', [...flips, ...folds]],
  ['foldable not samsung', [...flips, ...folds].filter((model) => !model.startsWith('Galaxy'))],
  ['samsung foldable', ['Galaxy Z Flip5', 'Galaxy Z Fold4']],
  ['flip phone', flips],
  ['clamshell', flips],
  ['moto flip phone', ['Razr 40']],
  ['galaxy z flip phone', ['Galaxy Z Flip5']],
  ['galaxy fold phone', ['Galaxy Z Fold4']],
  ['moto razr', ['Razr 40']],
  ['moto', ['Moto G84', 'Razr 40']],
])('"%s" finds the right phones', async (q, expected) => {
  const { body } = await market.stranger.get(`/search?limit=100&q=${encodeURIComponent(q)}`);
  const models: string[] = body.products.map(({ model }: { model: string }) => model);
  expect(models.toSorted()).toEqual(expected.toSorted());
  expect(body.correctedTo).toBeUndefined();
});
