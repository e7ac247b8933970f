/** Errors of our pages, told to the server: `POST /api/client-errors`. */
import { isRouteErrorResponse } from 'react-router';

import type { ClientError } from '#contract/client-errors.ts';

import { UserFacingError } from './user-facing-error.ts';

/** A page that fails again and again has told enough. */
const mostReports = 5;

/** Reports every error that nobody caught, from here on. @returns how others report theirs */
export function watchErrors(): (error: unknown) => void {
  const seen = new Set<string>();
  const report = (failure: unknown): void => {
    const found = describe(failure);
    if (found === undefined || seen.has(found.message) || seen.size >= mostReports) return;
    seen.add(found.message);
    const body = JSON.stringify(found);
    const headers = { 'Content-Type': 'application/json' };
    // Nobody waits for it, and who is offline has nothing to tell.
    void fetch('/api/client-errors', { method: 'POST', headers, body, keepalive: true }).catch(
      () => undefined,
    );
  };
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  return report;
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
