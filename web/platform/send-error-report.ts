import { isRouteErrorResponse } from 'react-router';

import type { ClientError } from '#contract/client-errors.ts';

import { UserFacingError } from './user-facing-error.ts';

/** A page that fails again and again has told enough. */
const mostReports = 5;

/** Sends what is ours to mend, each error once. @param sent the messages of this page's reports */
export function sendErrorReport(failure: unknown, sent: Set<string>): void {
  const found = describe(failure);
  if (found === undefined || sent.has(found.message) || sent.size >= mostReports) return;
  sent.add(found.message);
  const body = JSON.stringify(found);
  const headers = { 'Content-Type': 'application/json' };
  // Nobody waits for it, and who is offline has nothing to tell.
  void fetch('/api/client-errors', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

/** What is ours to mend: not a refusal, nor that somebody is offline. */
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

/** Queries of addresses may say what somebody searched for, or prove who they are. */
const withoutQueries = (text: string): string =>
  text.replaceAll(/\?[^\s"'<>():]*/g, '?…').replaceAll(/[^\s@"'<>():/]+@[^\s@"'<>():/]+/g, '[e-mail]');
