import { expect, test } from 'vitest';

import { deviceRows } from '#db/devices/seed-devices.ts';
import { devices } from '#db/devices/devices.ts';
import { demoPhones, phoneModels } from './catalog.ts';
import type { Condition } from './offer.ts';
import { foldColour, stateFacts } from './state-facts.ts';

const slugs = new Set(deviceRows(devices).map(({ slug }) => slug));
const shareOf = (isSo: (phone: (typeof demoPhones)[number]) => boolean) =>
  demoPhones.filter(isSo).length / demoPhones.length;

test('most phones are of a model of the catalogue, and each model named is there', () => {
  expect(shareOf(({ facts }) => facts.deviceSlug !== undefined)).toBeGreaterThan(0.8);
  const named = demoPhones.flatMap(({ facts }) => facts.deviceSlug ?? []);
  expect(named.filter((slug) => !slugs.has(slug))).toEqual([]);
});

test('storage is said wherever the phone has one worth naming', () => {
  const silent = demoPhones.filter(({ facts }) => facts.storageGb === undefined);
  const named = new Set(phoneModels.filter(({ storages }) => storages.length > 0).map(({ model }) => model));
  expect(silent.filter(({ model }) => named.has(model))).toEqual([]);
});

test('facts vary: some tell battery, lock and accessories, some do not', () => {
  const shares = [
    shareOf(({ facts }) => facts.batteryHealth !== undefined),
    shareOf(({ facts }) => facts.networkLock === 'unlocked'),
    shareOf(({ facts }) => facts.accessories.length > 0),
  ];
  for (const share of shares) {
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.99);
  }
  expect(demoPhones.some(({ facts }) => facts.networkLock === 'locked')).toBe(true);
});

test('a battery keeps what the grade of its phone promises', () => {
  const least: Record<Condition, number> = {
    'Fresh Condition': 90,
    'Good Condition': 80,
    'Bad Condition': 50,
  };
  for (const { facts, condition } of demoPhones) {
    if (facts.batteryHealth === undefined) continue;
    expect(facts.batteryHealth).toBeGreaterThanOrEqual(least[condition]);
    expect(facts.batteryHealth).toBeLessThanOrEqual(100);
  }
});

test('descriptions are one to four sentences that agree with the facts, hardly two alike', () => {
  const said = demoPhones.map(({ facts }) => facts.description);
  for (const { facts, useYear } of demoPhones) {
    const sentences = facts.description.split(/(?<=[.])\s/);
    expect(sentences.length).toBeGreaterThanOrEqual(1);
    expect(sentences.length).toBeLessThanOrEqual(4);
    expect(facts.description).not.toMatch(/undefined|NaN|[{}]| {2}|\.\./);
    if (facts.networkLock !== 'locked') expect(facts.description).not.toContain('It is locked');
    if (useYear !== '1') expect(facts.description).not.toContain('I already had one');
    if (!facts.accessories.includes('receipt')) expect(facts.description).not.toContain('receipt');
  }
  expect(new Set(said).size).toBeGreaterThan(said.length * 0.95);
});

test('the same offer states the same, another of the same phone something else', () => {
  const [model] = phoneModels;
  if (model === undefined) throw new Error('the demo has no phone');
  const offer = { model, colourName: 'Blue', storage: '128 GB', location: 'Dhaka', years: 3, index: 0 };
  const first = stateFacts({ ...offer, condition: 'Good Condition' });
  expect(stateFacts({ ...offer, condition: 'Good Condition' })).toEqual(first);
  expect(stateFacts({ ...offer, condition: 'Good Condition', index: 1 })).not.toEqual(first);
});

test.each([
  ['Deep Purple', 'purple'],
  ['Pink Gold', 'pink'],
  ['Amber Gold', 'gold'],
  ['Halo Gray', 'grey'],
  ['Mint', 'green'],
])('%s is %s', (name, family) => {
  expect(foldColour(name)).toBe(family);
});

test('a colour of no family is not guessed', () => {
  expect(() => foldColour('Sandstorm')).toThrow('Sandstorm');
});
