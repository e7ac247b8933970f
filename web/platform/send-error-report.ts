import { isRouteErrorResponse } from 'react-router';

import type { ClientError } from '#contract/client-errors.ts';

import { UserFacingError } from './user-facing-error.ts';

/** After that many reports, a page that keeps failing sends no more. */
const mostReports = 5;

/** Reports an error that is ours to fix, each one once. @param sent the messages of this page's reports */
export function sendErrorReport(failure: unknown, sent: Set<string>): void {
  const found = describe(failure);
  if (found === undefined || sent.has(found.message) || sent.size >= mostReports) return;
  sent.add(found.message);
  const body = JSON.stringify(found);
  const headers = { 'Content-Type': 'application/json' };
  // Nothing depends on it, and offline it is not needed.
  void fetch('/api/client-errors', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

/** Only errors that are ours to fix: neither refusals nor being offline. */
function describe(error: unknown): ClientError | undefined {
  if (!(error instanceof Error) || error instanceof UserFacingError || isRouteErrorResponse(error))
    return undefined;
  if (error.name === 'AbortError' || error.name === 'CancelledError') return undefined;
  return {
    message: withoutQueries(`${error.name}: ${error.message}`).slice(0, 500),
    stack: withoutQueries(error.stack ?? '').slice(0, 2500),
    path: window.location.pathname.slice(0, 300),
  };
}

/** Query strings may contain searches or secrets. */
const withoutQueries = (text: string): string =>
  text.replaceAll(/\?[^\s"'<>():]*/g, '?…').replaceAll(/[^\s@"'<>():/]+@[^\s@"'<>():/]+/g, '[e-mail]');
