import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { minuteMs } from '#contract/durations.ts';

import { reportFromPopup, waitForReport } from './google-popup.ts';

let isOpenerFocused = false;

beforeEach(() => {
  isOpenerFocused = false;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('document', { hasFocus: () => isOpenerFocused });
  vi.stubGlobal('window', { close: () => undefined });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a window that only looks closed still reports, however long the person takes there', async () => {
  const report = waitForReport({ closed: true });
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  reportFromPopup({ error: 'access_denied' });
  expect(await report).toEqual({ error: 'access_denied' });
});

test('a closed window ends the sign-in once the person is back on the page', async () => {
  const report = waitForReport({ closed: true });
  isOpenerFocused = true;
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(await report).toBeUndefined();
});

test('an open window is waited for, whichever page has the focus', async () => {
  isOpenerFocused = true;
  const report = waitForReport({ closed: false });
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  reportFromPopup({});
  expect(await report).toEqual({ error: undefined });
});
