import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { minuteMs } from '#contract/durations.ts';

import { reportFromPopup, waitForReport } from './google-popup.ts';

const close = (): void => undefined;
const staying = new AbortController().signal;
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
  const report = waitForReport({ closed: true, close }, staying);
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  reportFromPopup({ error: 'access_denied' });
  expect(await report).toEqual({ error: 'access_denied' });
});

test('a closed window ends the sign-in once the person is back on the page', async () => {
  const report = waitForReport({ closed: true, close }, staying);
  isOpenerFocused = true;
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(await report).toBeUndefined();
});

test('an open window is waited for, whichever page has the focus', async () => {
  isOpenerFocused = true;
  const report = waitForReport({ closed: false, close }, staying);
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  reportFromPopup({});
  expect(await report).toEqual({ error: undefined });
});

test('whoever leaves the login ends its sign-in: the window is closed, and what it still reports is ignored', async () => {
  const leaving = new AbortController();
  const closing = vi.fn(close);
  const report = waitForReport({ closed: false, close: closing }, leaving.signal);
  leaving.abort();
  reportFromPopup({});
  expect(await report).toBeUndefined();
  expect(closing).toHaveBeenCalledOnce();
  expect(await waitForReport({ closed: false, close }, leaving.signal)).toBeUndefined();
});
