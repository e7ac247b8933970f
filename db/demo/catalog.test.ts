import { expect, test } from 'vitest';
import { demoAdvertisements, demoPhones } from './catalog.ts';
import { drawMark } from '#db/categories/draw-mark.ts';
import { drawPhone } from './draw-phone.ts';
import { drawPortrait } from './draw-portrait.ts';
import { makers } from '#db/categories/makers.ts';
import { demoPeople } from './people.ts';

test('there are more than 50 makers, each named once', () => {
  expect(new Set(makers.map((maker) => maker.name)).size).toBe(makers.length);
  expect(makers.length).toBeGreaterThan(50);
});

test('about 120 phones of at least 30 known makers are on offer', () => {
  const named = new Set(makers.map((maker) => maker.name));
  expect(demoPhones.length).toBeGreaterThanOrEqual(115);
  expect(demoPhones.filter((phone) => !named.has(phone.maker))).toEqual([]);
  expect(new Set(demoPhones.map((phone) => phone.maker)).size).toBeGreaterThanOrEqual(30);
});

test('the phones that people ask for first are among them', () => {
  const models = demoPhones.map((phone) => phone.model);
  expect(models).toEqual(expect.arrayContaining(['iPhone 13', 'Galaxy S22', 'Pixel 8', 'Xiaomi 13']));
});

test('every phone costs less than was paid for it, and something', () => {
  const odd = demoPhones.filter((phone) => phone.sellCents >= phone.buyCents || phone.sellCents < 500);
  expect(odd).toEqual([]);
});

test('every phone belongs to a seller, the demo seller has several, and no two were listed at once', () => {
  expect(demoPhones.filter((phone) => demoPeople[phone.seller]?.userType !== 'Seller')).toEqual([]);
  expect(
    demoPhones.filter((phone) => demoPeople[phone.seller]?.email === 'seller@example.com').length,
  ).toBeGreaterThan(4);
  expect(new Set(demoPhones.map((phone) => phone.listedHoursAgo)).size).toBe(demoPhones.length);
});

test('everybody joined before they listed, and each seller sells from one place', () => {
  for (const { seller, listedHoursAgo, location } of demoPhones) {
    const person = demoPeople[seller];
    expect((person?.joinedDaysAgo ?? 0) * 24).toBeGreaterThan(listedHoursAgo);
    expect(location).toBe(person?.location);
  }
});

test('conditions and verified sellers vary', () => {
  expect(new Set(demoPhones.map((phone) => phone.condition)).size).toBe(3);
  expect(new Set(demoPhones.map((phone) => demoPeople[phone.seller]?.isVerified)).size).toBe(2);
});

test('eight different phones are advertised', () => {
  expect(new Set(demoAdvertisements.filter((index) => demoPhones[index] !== undefined)).size).toBe(8);
});

test('few enough pictures are drawn that a first start stays quick', () => {
  const pictures = new Map(demoPhones.map((phone) => [phone.pictureName, phone.sides.length]));
  expect(pictures.size).toBeLessThanOrEqual(72);
  expect([...pictures.values()].reduce((sum, sides) => sum + sides, 0)).toBeLessThanOrEqual(100);
});

test('many phones have two to four photos, each of another side, the pair first', () => {
  const several = demoPhones.filter(({ sides }) => sides.length > 1);
  expect(several.length).toBeGreaterThanOrEqual(40);
  for (const { sides } of demoPhones) {
    expect(sides[0]).toBe('pair');
    expect(sides.length).toBeLessThanOrEqual(4);
    expect(new Set(sides).size).toBe(sides.length);
  }
});

test('the same phone draws the same picture, without words, filters or broken numbers', () => {
  for (const { spec } of demoPhones) {
    for (const side of ['pair', 'detail'] as const) {
      const drawn = drawPhone(spec, side, 640);
      expect(drawn).toBe(drawPhone(spec, side, 640));
      expect(drawn).not.toMatch(/NaN|undefined|<text|<filter/);
      expect(drawn).toMatch(/^<svg [^>]*width="640" height="800"/);
    }
  }
});

test('marks and portraits are whole pictures', () => {
  const drawn = [...makers.map(drawMark), ...demoPeople.map((person) => drawPortrait(person.portrait))];
  for (const svg of drawn) expect(svg).toMatch(/^<svg [^]*<\/svg>$/);
  for (const svg of drawn) expect(svg).not.toMatch(/NaN|undefined|<text/);
});
