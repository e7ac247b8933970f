import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { emptyFacts, typedFacts } from './add-product-facts.ts';

const Facts = z.object(typedFacts);

test('a form without optional values sends none', () => {
  expect(Facts.parse(emptyFacts)).toEqual({
    storageGb: undefined,
    colour: undefined,
    networkLock: undefined,
    batteryHealth: undefined,
    accessories: [],
    description: '',
  });
});

test('chosen and typed values are sent as the contract declares them', () => {
  const entry = {
    ...emptyFacts,
    storageGb: '256',
    colour: 'blue',
    networkLock: 'unlocked',
    batteryHealth: ' 87 % ',
    description: '  One owner.\nAlways in a case. ',
  };
  expect(Facts.parse(entry)).toMatchObject({
    storageGb: 256,
    colour: 'blue',
    networkLock: 'unlocked',
    batteryHealth: 87,
    description: 'One owner.\nAlways in a case.',
  });
});

test.each([
  ['101', 'The battery health is at most 100 per cent'],
  ['0', 'The battery health is at least 1 per cent'],
  ['8.5', 'The battery health is a whole number of per cent'],
  ['good', 'The battery health is a whole number of per cent'],
])('a battery health of "%s" is refused: %s', (batteryHealth, message) => {
  expect(Facts.safeParse({ ...emptyFacts, batteryHealth }).error?.issues[0]?.message).toBe(message);
});
