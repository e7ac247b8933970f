// The catalogue of devices and the search's terms, which every start brings up to date.
import { count, eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { deviceRows, seedDevices } from '#db/devices/seed-devices.ts';
import { devices as catalogue } from '#db/devices/devices.ts';
import { seedCategories } from '#db/categories/seed-categories.ts';
import { categories, devices } from '#db/tables/products.ts';
import { searchTerms } from '#db/tables/search.ts';
import { settings } from '#db/tables/settings.ts';
import { openTestDatabase } from '#testing/database.ts';

async function startCatalogue() {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  // The tests' databases already contain the catalogue.
  for (const table of [searchTerms, devices, categories, settings]) await db.delete(table);
  await seedCategories(db);
  const find = async (slug: string) => (await db.select().from(devices).where(eq(devices.slug, slug)))[0];
  const terms = (kind: 'maker' | 'model' | 'word') =>
    db.select().from(searchTerms).where(eq(searchTerms.kind, kind));
  return { db, find, terms };
}

const rows = deviceRows(catalogue);

test('the first start stores every model, under its maker', async () => {
  const { db, find } = await startCatalogue();
  expect(await seedDevices(db)).toBe(true);
  const [stored] = await db.select({ total: count() }).from(devices);
  expect(stored?.total).toBe(catalogue.length);
  const maker = await db.execute(sql`
    select categories.name from devices join categories on categories.id = category_id
    where slug = 'samsung-galaxy-s22'`);
  expect(maker.rows).toEqual([{ name: 'Samsung' }]);
  expect(await find('samsung-galaxy-s22')).toMatchObject({
    name: 'Samsung Galaxy S22',
    model: 'Galaxy S22',
    year: 2022,
    storageGb: [128, 256],
  });
});

test('a second start with the same catalogue has nothing to do', async () => {
  const { db } = await startCatalogue();
  await seedDevices(db);
  const before = await db.execute(sql`select xmin, id from devices order by id`);
  expect(await seedDevices(db)).toBe(false);
  expect((await db.execute(sql`select xmin, id from devices order by id`)).rows).toEqual(before.rows);
});

test('two processes that start at once fill the catalogue once', async () => {
  const { db } = await startCatalogue();
  const results = await Promise.all([seedDevices(db), seedDevices(db), seedDevices(db)]);
  expect(results.filter(Boolean)).toHaveLength(1);
});

test('a new version changes a model where it is and keeps one that left, since phones may name it', async () => {
  const { db, find } = await startCatalogue();
  await seedDevices(db);
  const before = await find('apple-iphone-13');
  const changed = rows.flatMap((row) => {
    if (row.slug === 'apple-iphone-14') return [];
    return row.slug === 'apple-iphone-13' ? [{ ...row, storageGb: [2048] as const }] : [row];
  });
  expect(await seedDevices(db, changed)).toBe(true);
  expect(await find('apple-iphone-13')).toEqual({ ...before, storageGb: [2048] });
  expect(await find('apple-iphone-14')).toBeDefined();
});

test('a model of a maker without a category stops the start', async () => {
  const { db } = await startCatalogue();
  const stray = deviceRows([
    { maker: 'Nobody', model: 'One', year: 2020, storageGb: [64], colours: ['red'] },
  ]);
  await expect(seedDevices(db, stray)).rejects.toThrow('maker without a category');
});

test('makers, models and their words become what a search may mean', async () => {
  const { db, terms } = await startCatalogue();
  await seedDevices(db);
  const [makers, models, words] = [await terms('maker'), await terms('model'), await terms('word')];
  const find = (list: typeof words, wanted: string) => list.find(({ term }) => term === wanted);
  expect(find(makers, 'oneplus')).toMatchObject({ label: 'OnePlus' });
  for (const term of ['samsung galaxy s22', 'galaxy s22'])
    expect(find(models, term)).toMatchObject({ label: 'Samsung Galaxy S22', weight: 2022 });
  const galaxies = catalogue.filter(({ model }) => /\bgalaxy\b/i.test(model)).length;
  expect(find(words, 'galaxy')).toMatchObject({ label: 'galaxy', weight: galaxies });
  // A maker without a model in the catalogue can still be searched for.
  expect(find(words, 'siemens')).toMatchObject({ weight: 1 });
  expect([...makers, ...models, ...words].filter(({ term }) => term !== term.trim() || term === '')).toEqual(
    [],
  );
  expect(words.filter(({ term }) => term.includes(' '))).toEqual([]);
});
