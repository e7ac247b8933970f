import { createServer } from 'node:net';

/** Below the ports that the system hands to outgoing connections, which could take one between probing and listening. */
const first = 10_000;
const count = 20_000;

// Processes that look at the same time begin at different places.
let next = (process.pid * 97) % count;

/** A port of the loopback that nobody listens on. */
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
