import { createServer } from 'node:net';

/**
 * Below the system's range for outgoing connections, one of which could take the port between this check and listening.
 */
const first = 10_000;
const count = 20_000;

// Processes that search at the same time start at different ports.
let next = (process.pid * 97) % count;

/** A port of the loopback interface on which nobody listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + next;
    next = (next + 1) % count;
    if (await isFree(port)) return port;
  }
  throw new Error('every port of this machine is taken');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
