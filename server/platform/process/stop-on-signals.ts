import type { Log } from '#server/platform/log/log.ts';

/** How long a graceful stop may take; then the process ends anyway. */
const timeoutMs = 25_000;

/** Stops once, on Ctrl-C or a request of the system, and ends the process; a second Ctrl-C ends it at once. */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let isStopping = false;
  const end = async (): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), timeoutMs).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stopping');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
}
