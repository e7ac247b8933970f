import { expect, test } from 'vitest';

import { numberCell, writeCsv } from './write-csv.ts';

// The wide signs mean the same to some spreadsheets (OWASP, CSV injection).
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a text %j is no formula',
  (text) => {
    expect(writeCsv(['Name'], [[text]])).toBe(`"Name"\r\n"'${text}"\r\n`);
  },
);

// A spreadsheet would make 12345678, 1.23457E+18 and 1200000 of the first three.
test.each([
  ['0012345678', '0012 3456 78'],
  ['1234567890123456789', '1234 5678 9012 3456 789'],
  ['12E5', '12 E5'],
  ['004', '00 4'],
  ['021000021', '0210 0002 1'],
  ['GB33BUKB20201555555555', 'GB33BUKB20201555555555'],
  ['8327', '8327'],
  ['12345678901', '12345678901'],
  ['DEUTDEFF', 'DEUTDEFF'],
  ['', ''],
])('the number %j of an account or a bank stays what it is in a spreadsheet', (number, written) => {
  expect(numberCell(number)).toBe(written);
});
