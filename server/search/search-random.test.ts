// Two thousand random requests, with URLs as broken as they can be: each has a result or is refused, in time.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxPageSize } from '#contract/page.ts';
import { maxSuggestions } from '#contract/search.ts';
import { insertManyPhones } from '#testing/many-phones.ts';
import { type Market, openMarket } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await insertManyPhones(market.services.db, 400);
});
afterAll(() => market.close());

const typed = fc.string({
  unit: fc.constantFrom(...Array.from('aeiphonxs213  \'"\\&|:*!(),%_=éжক😀')),
  maxLength: 40,
});
const knownWords = fc
  .array(
    fc.constantFrom(
      'iphone',
      'galxy',
      's22',
      'samsung',
      'redmi',
      'pro',
      'battery',
      'over 90',
      '128gb',
      'note12',
    ),
    {
      maxLength: 5,
    },
  )
  .map((words) => words.join(' '));
const hostile = fc.constantFrom(
  `'; drop table products; --`,
  `%' or 1=1 --`,
  `' | '=colour:black`,
  '<script>alert(1)</script><b>iphone</b>',
  '\u0000\u200b\u202e\uffff',
  'a '.repeat(100),
  'x'.repeat(10_240),
  'ж'.repeat(5_120),
);
const text = fc.oneof(
  { weight: 4, arbitrary: knownWords },
  { weight: 4, arbitrary: typed },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

/** Mostly one or several values of a facet, and sometimes a value that it does not have. */
const valueOf = (...known: readonly string[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: 4 }).map((all) => all.join()),
    },
    { weight: 1, arbitrary: text },
  );
const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_000 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '-1',
      '0',
      '1e9',
      '1e-9',
      'NaN',
      'Infinity',
      '0x10',
      '99999999999999999999',
      '5 ',
    ),
  },
);
const id = fc.oneof(
  fc.uuid(),
  fc.constant('018bcfe5-6801-7000-8000-000000000001'),
  fc.constant('ffffffff-ffff-ffff-ffff-ffffffffffff'),
);
const key = fc.oneof(
  fc.integer({ min: 0, max: 999_999_999 }).map(String),
  fc.double({ min: 0, max: 2, noNaN: true }).map(String),
  fc.constantFrom('1e-99', '1e99', '9.9e-46', 'NaN', '-1', '9999999999', ''),
);
/** Forged cursors, most of them after the last page, and texts that are no cursor. */
const cursor = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('b', 'w', 'n', 'u', 'd', 'm', 'q'), key, id)
      .map((parts) => Buffer.from(parts.join(' ')).toString('base64url')),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...Array.from('Ab1_-=$ ')), maxLength: 130 }) },
);

const fields = {
  q: text,
  category: fc.oneof(id, valueOf('nonsense')),
  condition: valueOf('fresh', 'good', 'bad'),
  storage: valueOf('8', '64', '128', '256'),
  colour: valueOf('black', 'white', 'blue', 'brown'),
  network: valueOf('locked', 'unlocked'),
  place: valueOf('Dhaka', 'new york', 'sylhet', 'Atlantis', '!!!'),
  verified: valueOf('1'),
  advertised: valueOf('1'),
  minPrice: number,
  maxPrice: number,
  near: valueOf('1185241', '2867714', '0', '999999999'),
  within: fc.oneof(fc.constantFrom('10', '25', '50', '100', '250', ''), number),
  sort: fc.oneof(fc.constantFrom('best', 'newest', 'price-up', 'price-down', 'distance'), text),
  limit: number,
  cursor,
  page: number,
  'colour[$ne]': text,
};
/** Few fields at a time: with all of them, the contract would refuse nearly every request. */
const search = fc
  .uniqueArray(fc.constantFrom(...Object.keys(fields)), { maxLength: 4 })
  .chain((names) =>
    fc.record(Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))),
  )
  .map((query) => `/api/search?${new URLSearchParams(query)}`);
const suggestion = text.map((q) => `/api/search/suggestions?${new URLSearchParams({ q })}`);
/** What no form sends: half a character, a repeated field, another encoding. */
const broken = fc.constantFrom(
  '',
  '',
  '',
  '&q=%E0%A4%A',
  '&q=%ff%fe',
  '&q=iphone&q=galaxy',
  '&colour',
  '&%',
  '&&=',
);
const address = fc.tuple(fc.oneof(search, suggestion), broken).map((parts) => parts.join(''));

test('two thousand random requests have a result or are refused, and none fails or takes too long', async () => {
  const inBatches = fc.asyncProperty(
    fc.array(address, { minLength: 20, maxLength: 20 }),
    async (addresses) => {
      const replies = await Promise.all(addresses.map((url) => request(url)));
      for (const [index, first] of replies.entries()) {
        const url = addresses[index] ?? '';
        // On a busy machine it may have waited for the others of its batch; alone it must be in time.
        const { status, isInLimits } = first.status === 503 ? await request(url) : first;
        expect([200, 400], url).toContain(status);
        expect(isInLimits, url).toBe(true);
      }
    },
  );
  // For a failure, fast-check prints the seed and the path that reproduce it.
  await fc.assert(inBatches, { numRuns: 100 });
}, 240_000);

async function request(url: string): Promise<{ status: number; isInLimits: boolean }> {
  const { statusCode, body } = await market.app.inject(url);
  if (statusCode !== 200) return { status: statusCode, isInLimits: true };
  const { products, suggestions } = JSON.parse(body);
  const isInLimits =
    suggestions === undefined ? products.length <= maxPageSize : suggestions.length <= maxSuggestions;
  return { status: statusCode, isInLimits };
}
