import { expect, test } from 'vitest';

import { isNarrowed, readTableView, type TableChoices, timeSorts, writeTableView } from './table-view.ts';

const choices: TableChoices = {
  shows: [
    ['open', 'Open'],
    ['ended', 'Ended'],
  ],
  sorts: timeSorts,
};
const read = (address: string, of = choices) => readTableView(new URLSearchParams(address), of);

test.each(['', '?search=mina', '?search=mina&show=ended&sort=oldest&after=0192a0b0c0d0e0f00102030405060708'])(
  'the address %j names a view, and the view that address',
  (address) => {
    expect(writeTableView(read(address))).toBe(address);
  },
);

test('a page of the queue of disputes has a longer cursor', () => {
  const place = '1'.repeat(45);
  expect(read(`?after=${place}`).after).toBe(place);
});

test('invalid values in the URL are ignored', () => {
  const wrong = read('?show=all&sort=size&after=x&search=+');
  expect(wrong).toEqual({ search: '', show: undefined, sort: undefined, after: undefined });
});

test('default filters and orders are not in the URL', () => {
  expect(writeTableView(read('?sort=newest'))).toBe('');
  expect(writeTableView(read('?show=open', { ...choices, first: 'open' }))).toBe('');
  expect(writeTableView(read('?show=open'))).toBe('?show=open');
});

test('a sort order does not count as a narrowed view', () => {
  expect(isNarrowed(read('?sort=oldest'))).toBe(false);
  expect(
    ['?search=x', '?show=open', `?after=${'0'.repeat(32)}`].map((each) => isNarrowed(read(each))),
  ).toEqual([true, true, true]);
});
