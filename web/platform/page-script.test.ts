import { expect, test, vi } from 'vitest';

import { readLoaded, writeLoaded } from './page-script.ts';

/** What a browser reads of a script that was written into a page. */
function readBack(html: string) {
  const textContent = /^<script type="application\/json" id="page-data">(.*?)<\/script>$/s.exec(html)?.[1];
  vi.stubGlobal('document', { getElementById: () => (textContent === undefined ? null : { textContent }) });
  return readLoaded();
}

test('what the server read arrives, the first page of a list without a cursor', () => {
  const list = { pages: [{ items: [{ model: 'Pixel 9' }], nextCursor: 'x' }], pageParams: [undefined, 'x'] };
  const queries = [
    { key: ['products', { limit: 24 }], data: list, updatedAt: 1 },
    { key: ['config'], data: null, updatedAt: 2 },
  ];
  expect(readBack(writeLoaded(queries))).toStrictEqual(queries);
});

test('nothing that somebody wrote ends the script', () => {
  const data = '</script><script>alert(1)</script><!-- \u2028 &amp;';
  expect(readBack(writeLoaded([{ key: [], data, updatedAt: 1 }]))).toEqual([{ key: [], data, updatedAt: 1 }]);
});

test('a page without the script has nothing to give', () => {
  expect(readBack('')).toEqual([]);
});
