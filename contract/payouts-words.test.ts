import { expect, test } from 'vitest';

import { blockWordsOf } from './payouts-words.ts';

const wordsOf = (state: 'none' | 'unfinished' | 'checking' | 'refused') =>
  blockWordsOf({ blockedBy: 'onboarding', onboarding: { state, missing: [], bankEnding: null } });

test('sellers who have said where their money is to go are not asked to say it', () => {
  for (const state of ['none', 'unfinished'] as const)
    expect(wordsOf(state)).toBe('It waits until you have said where it is to go.');
  expect(wordsOf('checking')).toBe('It waits until the card processor has checked what you entered.');
  expect(wordsOf('refused')).toBe('It waits until we have found another way to pay you.');
});

test('what goes out is not explained', () => {
  const onboarding = { state: 'ready', missing: [], bankEnding: null } as const;
  expect(blockWordsOf({ blockedBy: null, onboarding: { ...onboarding, missing: [] } })).toBeUndefined();
  expect(blockWordsOf({ blockedBy: 'debt', onboarding: { ...onboarding, missing: [] } })).toContain(
    'next sales',
  );
});
