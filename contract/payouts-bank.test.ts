import { expect, test } from 'vitest';

import { BankDetails } from './payouts-bank.ts';

const wrongFields = (details: object): string[] => {
  const { error } = BankDetails.safeParse(details);
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join('.')))];
};

test('a bank code is missed only beside an account number', () => {
  expect(wrongFields({ holder: '', account: '', bankCode: '' })).toEqual(['holder', 'account']);
  expect(wrongFields({ holder: 'Mina', account: '12345678', bankCode: '' })).toEqual(['bankCode']);
  expect(wrongFields({ holder: 'Mina', account: 'GB33 BUKB 2020 1555 5555 55', bankCode: '' })).toEqual([]);
});
