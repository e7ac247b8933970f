/**
 * Reports every error that nobody caught to the server, from here on: `POST /api/client-errors`. What is sent is
 * written by code that only pages load which fail.
 *
 * @returns how others report theirs
 */
export function watchErrors(): (error: unknown) => void {
  const sent = new Set<string>();
  const report = (failure: unknown): void => {
    // Whoever cannot load it, as offline, could not send a report either.
    import('./send-error-report.ts').then(
      ({ sendErrorReport }) => sendErrorReport(failure, sent),
      () => undefined,
    );
  };
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  return report;
}
