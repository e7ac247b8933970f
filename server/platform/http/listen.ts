/** The addresses that an application listens on. */
import { createServer, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

export interface Listeners {
  /**
   * Listens on `port` of every host. A host after the first one is left out if this machine does not have it, because
   * IPv6 may be switched off.
   *
   * @throws the system's error, such as EADDRINUSE
   */
  open(port: number, hosts: readonly string[]): Promise<void>;
  /**
   * Accepts no more connections, and has each answer close its connection. A proxy may have sent a request on a
   * connection that seems idle: such a request would be lost if the connection were closed at once.
   */
  drain(): Promise<void>;
  /** Accepts no more connections, lets requests finish and closes the application. */
  close(): Promise<void>;
}

/**
 * With a server of our own (`serverFactory`) Fastify listens on one address. Connections to the other addresses are
 * handed to that server, so that its timeouts and its shutdown apply to them, too.
 */
export function createListeners(app: FastifyInstance): Listeners {
  const others: Server[] = [];
  const openOther = async (port: number, host: string): Promise<void> => {
    const other = createServer((socket) => app.server.emit('connection', socket));
    if (await isListening(other, port, host)) others.push(other);
  };
  return {
    open: async (port, [first, ...more]) => {
      await app.listen({ port, ...(first === undefined ? {} : { host: first }) });
      for (const host of more) await openOther(port, host);
    },
    drain: async () => {
      app.server.prependListener('request', (_request, response) => {
        response.setHeader('Connection', 'close');
      });
      for (const server of [app.server, ...others]) stopListening(server);
      const end = Date.now() + drainMs;
      while (Date.now() < end && (await countConnections([app.server, ...others])) > 0)
        await delay(drainCheckMs);
    },
    close: async () => {
      const closed = others.map((other) => new Promise((resolve) => other.close(resolve)));
      await app.close();
      await Promise.all(closed);
    },
  };
}

/** How long {@link Listeners.drain} waits for connections that stay open. */
const drainMs = 1_500;
const drainCheckMs = 50;

/** `close` of an HTTP server would also close its idle connections. */
const stopListening = (server: Server): void => void Server.prototype.close.call(server);

async function countConnections(servers: readonly Server[]): Promise<number> {
  const counts = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count))),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const missing = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** @returns false if this machine does not have the address */
const isListening = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('listening', () => resolve(true));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (missing.includes(error.code ?? '')) resolve(false);
      else reject(error);
    });
    server.listen(port, host);
  });
