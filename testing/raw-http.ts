/** Requests exactly as written; `fetch` would normalise a URL first. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface RawClient {
  /** Sends a request with exactly this `target`. */
  ask(method: string, target: string): Promise<RawReply>;
  close(): void;
}

/** A client of the server at `address`. */
export function rawClient(address: string): RawClient {
  const { hostname, port } = new URL(address);
  // One request per connection: the server closes it after what it cannot parse.
  const agent = new Agent({ keepAlive: false, maxSockets: 8 });
  return {
    ask: (method, target) =>
      new Promise((resolve, reject) => {
        const sent = request({ agent, hostname, port, method, path: target }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') });
          });
        });
        sent.on('error', reject);
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}

/** Writes `bytes` on a new connection. @returns everything received until the server closes it */
export function sendRaw(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', reject);
  });
}
