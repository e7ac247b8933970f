import { expect, test } from 'vitest';
import { colours as families, storageSizesGb } from '#contract/phone-words.ts';
import { type Device, deviceName, devicesOf } from './device.ts';
import { deviceRows, deviceSlug } from './seed-devices.ts';
import { devices } from './devices.ts';
import { makers } from '#db/categories/makers.ts';
import { phoneModels } from '#db/demo/catalog.ts';

test('the catalogue knows at least 400 models', () => {
  expect(devices.length).toBeGreaterThanOrEqual(400);
});

test('every device is of a maker that has a category', () => {
  const named = new Set(makers.map((maker) => maker.name));
  expect(namesOf(({ maker }) => !named.has(maker))).toEqual([]);
});

test('no model is listed twice, however it is spelt', () => {
  expect(repeated(devices.map((device) => deviceName(device).toLowerCase()))).toEqual([]);
  expect(repeated(devices.map(deviceSlug))).toEqual([]);
});

test('every device is of the years 2016 to 2026', () => {
  expect(namesOf(({ year }) => !Number.isInteger(year) || year < 2016 || year > 2026)).toEqual([]);
});

test('every device has a storage size, known ones only, the smallest first', () => {
  const known = new Set<number>(storageSizesGb);
  expect(namesOf(({ storageGb }) => storageGb.length === 0)).toEqual([]);
  expect(namesOf(({ storageGb }) => storageGb.some((size) => !known.has(size)))).toEqual([]);
  expect(namesOf(({ storageGb }) => !isRising(storageGb))).toEqual([]);
});

test('every device has a colour, each of the plain families and once', () => {
  const known = new Set<string>(families);
  expect(namesOf(({ colours }) => colours.length === 0)).toEqual([]);
  expect(namesOf(({ colours }) => colours.some((colour) => !known.has(colour)))).toEqual([]);
  expect(namesOf(({ colours }) => new Set(colours).size < colours.length)).toEqual([]);
});

test('a maker’s devices stand together, the oldest first', () => {
  const turns = devices.filter(({ maker }, index) => devices[index - 1]?.maker !== maker);
  expect(repeated(turns.map(({ maker }) => maker))).toEqual([]);
  const early = devices.filter((device, index) => {
    const before = devices[index - 1];
    return before !== undefined && before.maker === device.maker && before.year > device.year;
  });
  expect(early.map(deviceName)).toEqual([]);
});

test('names have no blanks around them, and no double blanks', () => {
  expect(namesOf(({ model }) => model !== model.trim() || model.includes('  '))).toEqual([]);
});

test('the demo’s phones since 2016 are in the catalogue, but for their makers without one', () => {
  const known = new Set(devices.map((device) => deviceName(device).toLowerCase()));
  const sold = phoneModels.filter(({ year, storages }) => year >= 2016 && storages.length > 0);
  const missing = sold.map(deviceName).filter((name) => !known.has(name.toLowerCase()));
  expect(missing).toEqual([]);
});

test('a device’s name says its maker once', () => {
  expect(deviceName({ maker: 'Samsung', model: 'Galaxy S22 Ultra' })).toBe('Samsung Galaxy S22 Ultra');
  expect(deviceName({ maker: 'OnePlus', model: 'OnePlus 11' })).toBe('OnePlus 11');
  expect(deviceName({ maker: 'LG', model: 'lg G6' })).toBe('lg G6');
  expect(deviceName({ maker: 'Light', model: 'Lightning' })).toBe('Light Lightning');
});

test('models that differ by a plus have different slugs', () => {
  const slugs = deviceRows(devices).map(({ slug }) => slug);
  expect(slugs).toEqual(expect.arrayContaining(['samsung-galaxy-s10', 'samsung-galaxy-s10-plus']));
  expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
});

test('a colour that is no family is refused', () => {
  expect(() => devicesOf('Nokia')('Nokia 3310', 2017, [8], 'black teal')).toThrow('"teal"');
});

function namesOf(isOdd: (device: Device) => boolean): string[] {
  return devices.filter(isOdd).map(deviceName);
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function isRising(sizes: readonly number[]): boolean {
  return sizes.every((size, index) => index === 0 || size > (sizes[index - 1] ?? 0));
}
