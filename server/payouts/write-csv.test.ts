import { expect, test } from 'vitest';

import { writeCsv } from './write-csv.ts';

// The wide signs mean the same to some spreadsheets (OWASP, CSV injection).
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a text %j is no formula',
  (text) => {
    expect(writeCsv(['Name'], [[text]])).toBe(`"Name"\r\n"'${text}"\r\n`);
  },
);
