import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  const seller = await market.person('seller');
  const { body: categories } = await market.stranger.get('/category');
  const makers = new Map<string, string>(
    categories.map(({ category, _id }: { category: string; _id: string }) => [category, _id]),
  );
  const list = (maker: string, model: string, changes: Record<string, unknown> = {}) =>
    market.phone(seller, { model, categoryId: makers.get(maker), ...changes });
  await list('Apple', 'iPhone 13');
  await list('Apple', 'iPhone 13 Pro Max', { location: 'Sylhet', colour: 'black', storageGb: 128 });
  await list('Samsung', 'Galaxy S22', { description: 'Bought in Kathmandu, comes with a zipperbag' });
  await list('Samsung', 'Galaxy A54', { location: 'München' });
  await list('Google', 'Pixel 8 Pro');
  await list('Nokia', 'Nokia G22', { location: 'Lebanon, United States' });
  await list('Nokia', 'Zephyrs9 Special');
  await list('Xiaomi', 'Redmi Note 12', { location: 'ঢাকা', description: 'Отличное состояние, هاتف نظيف' });
});
afterAll(() => market.close());

/** Lists a phone for the duration of one test, because other tests name every phone that is found. */
async function listForThisTest(changes: Record<string, unknown>): Promise<void> {
  const seller = await market.person('seller');
  const id = await market.phone(seller, changes);
  onTestFinished(async () => void (await seller.delete(`/products/${id}`)));
}

const search = async (q: string) => {
  const { status, body } = await market.stranger.get(`/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  const models: string[] = body.products.map(({ model }: { model: string }) => model);
  return { models, correctedTo: body.correctedTo as string | undefined, nearest: body.nearest };
};

const suggest = async (q: string): Promise<string[]> => {
  const { body } = await market.stranger.get(`/search/suggestions?q=${encodeURIComponent(q)}`);
  return body.suggestions.map(({ text }: { text: string }) => text);
};

test.each([
  ['ifone13', ['iPhone 13', 'iPhone 13 Pro Max'], 'iphone 13'],
  ['i phone 13', ['iPhone 13', 'iPhone 13 Pro Max'], 'iphone 13'],
  ['iphonepro', ['iPhone 13 Pro Max'], 'iphone pro'],
  ['ihpone 13', ['iPhone 13', 'iPhone 13 Pro Max'], 'iphone 13'],
  ['galxy s22', ['Galaxy S22'], 'galaxy s22'],
  ['galxys22', ['Galaxy S22'], 'galaxy s22'],
  ['pixle 8', ['Pixel 8 Pro'], 'pixel 8'],
  ['galaxys22', ['Galaxy S22'], 'galaxy s22'],
  ['samsng galaxi s 22', ['Galaxy S22'], 'samsung galaxy s22'],
  ['pixel8pro', ['Pixel 8 Pro'], undefined],
  ['xaomi redmi', ['Redmi Note 12'], 'xiaomi redmi'],
  ['balck iphone', ['iPhone 13 Pro Max'], 'black iphone'],
  ['iphone 128 GB', ['iPhone 13 Pro Max'], undefined],
  ['samsung gal', ['Galaxy A54', 'Galaxy S22'], undefined],
  ['SAMSUNG münchen', ['Galaxy A54'], undefined],
  ['samsung munchen', ['Galaxy A54'], undefined],
  ['zipperbag', ['Galaxy S22'], undefined],
  ['zipper', ['Galaxy S22'], undefined],
  // "s9" is a model and "zephyr" is not, but a seller has written exactly this word.
  ['zephyrs9', ['Zephyrs9 Special'], undefined],
  ['kathmandu galaxy', ['Galaxy S22'], undefined],
  ['ঢাকা', ['Redmi Note 12'], undefined],
  ['отличное', ['Redmi Note 12'], undefined],
  ['ОТЛИЧНОЕ', ['Redmi Note 12'], undefined],
  ['هاتف', ['Redmi Note 12'], undefined],
  ['redmi ১২', ['Redmi Note 12'], undefined],
  // Not corrected to "duel", a model that nobody sells.
  ['dual sim', [], undefined],
  ['dual', [], undefined],
])('"%s" finds the right phones', async (q, expected, correctedTo) => {
  const { models, ...reply } = await search(q);
  expect(models.toSorted()).toEqual(expected);
  expect(reply.correctedTo).toBe(correctedTo);
});

test('the first sixteen words count, also if a later one is repeated after an "or"', async () => {
  const sixteen =
    'birch cedar dahlia elder fennel garnet hazel juniper kelp linden nettle poplar quince rowan sorrel tansy';
  await listForThisTest({ model: 'Herbarium', description: sixteen });
  expect(await search(sixteen)).toMatchObject({ models: ['Herbarium'] });
  expect(await search(`${sixteen} yarrow or yarrow`)).toMatchObject({ models: ['Herbarium'] });
});

test('a number word in the name of a phone is found', async () => {
  await listForThisTest({ model: 'Galaxy Two Pro' });
  await listForThisTest({ model: 'Galaxy 2 Pro' });
  for (const q of ['galaxy two pro', 'galaxy 2 pro'])
    expect((await search(q)).models.toSorted()).toEqual(['Galaxy 2 Pro', 'Galaxy Two Pro']);
  expect((await search('two')).models).toContain('Galaxy Two Pro');
});

test('a model number is never corrected to another one', async () => {
  const { models, correctedTo, nearest } = await search('galaxy s23');
  expect({ models, correctedTo }).toEqual({ models: [], correctedTo: undefined });
  expect(nearest.because).toBe('No “galaxy s23”: these fit without “s23”.');
  expect(nearest.products).toHaveLength(2);
});

test('the shorter of two names with all words comes first', async () => {
  const { models } = await search('iphone 13');
  expect(models).toEqual(['iPhone 13', 'iPhone 13 Pro Max']);
});

test('the normalised text is the same under every locale', async () => {
  const { rows } = await market.services.db.execute<{ inC: string; inDatabase: string }>(sql`
    select search_normal(word collate "C") as "inC", search_normal(word) as "inDatabase"
    from unnest(array['ОТЛИЧНОЕ', 'শাওমি রেডমি ১২', 'هاتف، ٢٢', 'Écran Fêlé', 'écran', 'ΞIAOMI', '华为Mate40', 'S10+']) as word`);
  expect(rows.map(({ inC }) => inC)).toEqual(rows.map(({ inDatabase }) => inDatabase));
  expect(rows.map(({ inDatabase }) => inDatabase)).toEqual([
    'отличное',
    'শাওমি রেডমি 12',
    'هاتف 22',
    'ecran fele',
    'ecran',
    'ξiaomi',
    '华为mate 40',
    's10 plus',
  ]);
});

test('suggestions complete the typed text: the maker, then models, and no label twice', async () => {
  const samsung = await suggest('sams');
  expect(samsung[0]).toBe('Samsung');
  expect(samsung).toHaveLength(8);
  expect(new Set(samsung).size).toBe(8);
  expect((await suggest('galxy s22'))[0]).toBe('Samsung Galaxy S22');
  expect((await suggest('ifone'))[0]).toContain('iPhone');
  expect(await suggest('sylh')).toContain('Sylhet');
  expect(await suggest('ঢা')).toEqual(['ঢাকা']);
  expect(await suggest('')).toEqual([]);
  expect(await suggest('%_')).toEqual([]);
});

test('a model that nobody sells is suggested only if it has all typed words', async () => {
  expect(await suggest('nokia 3310')).toEqual([]);
  expect(await suggest('iphone 13 mini')).toContain('Apple iPhone 13 mini');
  expect(await suggest('iphone 13 mini')).not.toContain('Apple iPhone 12 mini');
});

test('models that somebody sells are suggested before newer ones that nobody sells', async () => {
  const unsold = await suggest('galaxy s');
  const { body: categories } = await market.stranger.get('/category');
  const categoryId = categories.find(({ category }: { category: string }) => category === 'Samsung')._id;
  const { body: devices } = await market.stranger.get(`/devices?categoryId=${categoryId}`);
  const device = devices.find(({ name }: { name: string }) => name === 'Samsung Galaxy S8');
  expect(unsold).not.toContain(device.name);
  await listForThisTest({ model: 'Galaxy S8', categoryId, deviceId: device._id });
  expect(await suggest('galaxy s')).toEqual([device.name, ...unsold.slice(0, -1)]);
});

test('a suggestion has the number of phones for sale, and models that nobody sells come last', async () => {
  const { body: categories } = await market.stranger.get('/category');
  const categoryId = categories.find(({ category }: { category: string }) => category === 'Sony')._id;
  const { body: devices } = await market.stranger.get(`/devices?categoryId=${categoryId}`);
  const [first, second] = devices.filter(({ name }: { name: string }) => name.startsWith('Sony Xperia 1 '));
  for (const model of ['one', 'two']) await listForThisTest({ model, categoryId, deviceId: second._id });
  const { body } = await market.stranger.get('/search/suggestions?q=xperia%201');
  expect(body.suggestions[0]).toEqual({ text: second.name, kind: 'model', count: 2 });
  const unsold = body.suggestions.findIndex(({ text }: { text: string }) => text === first.name);
  expect(body.suggestions.slice(1).every(({ count }: { count: number }) => count === 0)).toBe(true);
  expect(unsold).not.toBe(0);
  const { body: makers } = await market.stranger.get('/search/suggestions?q=sony');
  expect(makers.suggestions[0]).toEqual({ text: 'Sony', kind: 'maker', count: 2 });
});

test.each([
  ['lebanon', ['Nokia G22'], undefined],
  ['nokia in Lebanon', ['Nokia G22'], undefined],
  ['nokia in Jordan', ['Zephyrs9 Special', 'Nokia G22'], [{ word: 'jordan', kind: 'country' }]],
])('a country is searched as a city if a city of that name has phones: "%s"', async (q, models, ignored) => {
  const { body } = await market.stranger.get(`/search?sort=newest&q=${encodeURIComponent(q)}`);
  expect(body.products.map(({ model }: { model: string }) => model)).toEqual(models);
  expect(body.ignored).toEqual(ignored);
});

test('two letters suggest the models in which a word begins with them', async () => {
  await listForThisTest({ model: 'Galaxy S22' });
  const found = await suggest('s2');
  expect(found.length).toBeGreaterThan(3);
  expect(found.every((name) => / s2/i.test(name))).toBe(true);
});

test.each([
  ['আইফোন ১৩', 'Apple iPhone 13'],
  ['айфон 13', 'Apple iPhone 13'],
  ['pixel 8 pro 256gb', 'Google Pixel 8 Pro'],
  ['1+ 9', 'OnePlus 9'],
])('suggestions understand "%s" like the search', async (q, name) => {
  expect(await suggest(q)).toContain(name);
});
