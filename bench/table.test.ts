import { expect, test } from 'vitest';

import { judge, missedOf, quantile, type Row, tableOf } from './table.ts';

const rates: Row = {
  work: 'lists',
  ours: [90, 80, 70, 100, 85],
  baseline: [100, 100, 100, 100, 100],
  bound: { kind: 'least share', of: 0.8 },
  unit: 'requests/s',
};

test('a share is met when its lower quartile reaches the target, not when its median does', () => {
  expect(judge(rates).verdict).toMatchObject({ met: true, ratio: { low: 0.8, median: 0.85, high: 0.9 } });
  expect(judge({ ...rates, ours: [90, 79, 70, 100, 85] }).verdict).toMatchObject({ met: false });
});

test('a number of times and a most are judged by the upper quartile', () => {
  const latency: Row = {
    work: 'p50',
    ours: [10, 11, 12, 16, 20],
    bound: { kind: 'most', of: 15 },
    unit: 'ms',
  };
  expect(judge(latency).verdict.met).toBe(false);
  expect(judge({ ...latency, ours: [10, 11, 12, 15, 20] }).verdict.met).toBe(true);
  const grown: Row = { ...latency, baseline: [10, 10, 10, 10, 10], bound: { kind: 'most times', of: 1.5 } };
  expect(judge(grown).verdict.met).toBe(false);
});

test('ratios are taken round by round, so that what slows both sides slows neither ratio', () => {
  const noisy = { ...rates, ours: [90, 45, 9], baseline: [100, 50, 10] };
  expect(judge(noisy).verdict.ratio).toEqual({ low: 0.9, median: 0.9, high: 0.9 });
});

test('rounds that have no partner are refused', () => {
  expect(() => judge({ ...rates, baseline: [100] })).toThrow('5 rounds beside 1');
});

test('only rows with a target can miss it', () => {
  const shown: Row = { work: 'deals', ours: [1], unit: 'deals/s' };
  const missed: Row = { work: 'memory', ours: [400], bound: { kind: 'most', of: 300 }, unit: 'MB' };
  expect(missedOf([rates, shown, missed].map(judge)).map(({ verdict }) => verdict.work)).toEqual(['memory']);
});

test('the table shows median and quartiles, and one value as it is', () => {
  const table = tableOf([rates, { work: 'memory', ours: [290], unit: 'MB' }].map(judge));
  expect(table).toContain('85 (80–90) requests/s');
  expect(table).toContain('0.85 (0.80–0.90)');
  expect(table).toMatch(/memory +\| +290 MB/);
});

test('a quantile lies between its neighbours', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([7], 0.25)).toBe(7);
});
