import { expect, test } from 'vitest';

import { actionTexts } from './action-texts.ts';

test('a buyer whose seller objected to a cancellation is warned to pay for no phone that they do not have', () => {
  expect(actionTexts['withdraw-problem'].warns).toContain('only if you have the phone');
});
