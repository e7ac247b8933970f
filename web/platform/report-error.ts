/**
 * From here on, reports every uncaught error to the server: `POST /api/client-errors`. The code that sends the report
 * is loaded only after an error.
 *
 * @returns reports an error that was caught elsewhere
 */
export function watchErrors(): (error: unknown) => void {
  const sent = new Set<string>();
  const report = (failure: unknown): void => {
    // If it cannot be loaded, as offline, a report could not be sent either.
    import('./send-error-report.ts').then(
      ({ sendErrorReport }) => sendErrorReport(failure, sent),
      () => undefined,
    );
  };
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  return report;
}
