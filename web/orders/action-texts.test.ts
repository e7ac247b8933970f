import { expect, test } from 'vitest';

import { actionTexts } from './action-texts.ts';

test('a buyer whose seller objected to a cancellation is warned to pay for no phone that they do not have', () => {
  expect(actionTexts['withdraw-problem'].warns).toContain('only if you have the phone');
});

test('an offer is explained by what this side can offer: a seller cannot send back a phone that was never handed over', () => {
  expect(explained('seller', false)).not.toContain('the phone goes back');
  expect(explained('seller', true)).toContain('the phone goes back');
  expect(explained('buyer', false)).toContain('the phone goes back');
});

const explained = (role: 'buyer' | 'seller', mayBuyerHavePhone: boolean): string =>
  actionTexts.offer.explains(() => '', { role, mayBuyerHavePhone });
