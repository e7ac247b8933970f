import type { Log } from '#server/platform/log/log.ts';

/** How long a graceful stop may take; then the process ends anyway. */
const timeoutMs = 25_000;

/**
 * A terminal, and a supervisor such as systemd, send a signal to all processes of a group, and npm passes it on as well:
 * what follows so soon is the same request.
 */
const sameRequestMs = 1_000;

/**
 * Stops once, on Ctrl-C or a request of the system, and ends the process; a second Ctrl-C, some time later, ends it
 * at once. The log says that the stop begins and how it ends.
 */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stoppingSince: number | undefined;
  const fail = (about: object, message: string): never => {
    log.error(about, message);
    process.exit(1);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < sameRequestMs) return;
      fail({ signal }, 'a second signal ended the process before it had stopped');
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(
      () => fail({ timeoutMs }, 'the process has not stopped in time, and is ended'),
      timeoutMs,
    ).unref();
    try {
      await stop();
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      fail({ err: error }, 'the process could not stop properly');
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
}
