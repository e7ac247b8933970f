import { expect, test } from 'vitest';

import { holdLeft, holdWords, untilWords } from './hold.ts';

const booking = { time: '2026-11-20T12:00:00.000Z', holdExpiresAt: '2026-11-21T12:00:00.000Z' };
const at = (time: string) => holdLeft(booking, Date.parse(time));

test('the ring is full at the booking and empty at the hold’s end', () => {
  expect(at('2026-11-20T12:00:00Z')?.share).toBe(1);
  expect(at('2026-11-21T00:00:00Z')?.share).toBe(0.5);
  expect(at('2026-11-21T12:00:00Z')?.share).toBe(0);
});

test('the ring is at most full if the clock is wrong', () => {
  expect(at('2026-11-19T12:00:00Z')?.share).toBe(1);
  expect(at('2026-12-24T12:00:00Z')?.share).toBe(0);
});

test.each([
  ['2026-11-20T12:00:00Z', '24 h left to pay'],
  ['2026-11-20T12:00:30Z', '23 h 59 min left to pay'],
  ['2026-11-21T11:15:00Z', '45 min left to pay'],
  ['2026-11-21T11:59:30Z', 'Less than a minute left to pay'],
  ['2026-11-21T12:00:00Z', 'Time is up: somebody else may book it'],
])('at %s a buyer reads "%s"', (time, words) => {
  expect(at(time)?.words).toBe(words);
});

test('a paid booking has no remaining time', () => {
  expect(holdLeft({ ...booking, holdExpiresAt: null }, Date.now())).toBeUndefined();
});

test.each([
  [1440, 120, 'for 24 hours, or for 2 hours while your e-mail address is not confirmed.'],
  [90, 90, 'for 1 hour 30 minutes.'],
  [5, 5, 'for 5 minutes.'],
])('holds of %d and %d minutes are said as they are', (holdMinutes, unconfirmedHoldMinutes, words) => {
  expect(holdWords({ holdMinutes, unconfirmedHoldMinutes })).toBe(`The phone is kept for you ${words}`);
});

test('the end of a hold has only the time if it is today, and otherwise the day as well', () => {
  const end = new Date(2026, 10, 21, 9, 5);
  const on = (day: number) => untilWords(end.toISOString(), new Date(2026, 10, day, 8).getTime());
  expect(on(21)).toBe('09:05');
  expect(on(20)).toMatch(/^21 Nov,? 09:05$/);
});

test.each([
  [true, '24 hours.'],
  [false, '2 hours, because your e-mail address is not confirmed.'],
])('a signed-in person reads their own time (confirmed: %s)', (isConfirmed, words) => {
  expect(holdWords({ holdMinutes: 1440, unconfirmedHoldMinutes: 120 }, isConfirmed)).toBe(
    `The phone is kept for you for ${words}`,
  );
});
