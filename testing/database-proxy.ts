/** A proxy between a server and its database that can be cut or frozen. */
import { connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  /** Breaks every connection and accepts no new one. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  mend(): Promise<void>;
  /** From now on nothing sent over the existing connections arrives, without any error. */
  freeze(): void;
  /** Breaks every connection as the death of the database does, and accepts new ones. */
  reset(): void;
}

/** Opens a proxy in front of the database at `databaseUrl`. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // Errors here are what the test is about.
      socket.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}
