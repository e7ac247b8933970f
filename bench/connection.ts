/** One connection that sends requests and waits for the answers, with as little work of its own as possible. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

interface Reply {
  readonly status: number;
  readonly milliseconds: number;
  readonly body: Buffer;
}

export interface Connection {
  /** @throws Error for a status that is not among `allowed` */
  ask(request: Buffer, allowed?: readonly number[]): Promise<Reply>;
  close(): void;
}

/** The bytes of a request. */
export function requestOf(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestParts = {},
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(address).host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

export interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Opens a connection to `http://host:port`. */
export async function openConnection(address: string): Promise<Connection> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return {
    ask: async (request, allowed = [200]) => {
      const startedAt = performance.now();
      const { status, body } = await exchange(socket, request);
      const milliseconds = performance.now() - startedAt;
      if (allowed.includes(status)) return { status, milliseconds, body };
      const [asked] = request.toString('latin1').split('\r\n');
      throw new Error(`${asked} was answered ${status}: ${body.toString('utf8', 0, 300)}`);
    },
    close: () => socket.destroy(),
  };
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

function exchange(socket: Socket, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let read: Buffer = Buffer.alloc(0);
    let end = 0;
    const settle = (result: Answer | Error): void => {
      socket.off('data', take).off('error', settle).off('close', fail);
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const take = (chunk: Buffer): void => {
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
      if (end === 0) end = endOf(read);
      if (end === 0 || read.length < end) return;
      settle({
        status: Number(read.toString('latin1', 9, 12)),
        body: read.subarray(read.indexOf('\r\n\r\n') + 4, end),
      });
    };
    const fail = (): void => settle(new Error('The connection was closed before the answer was whole'));
    socket.on('data', take).on('error', settle).on('close', fail);
    socket.write(request);
  });
}

/** The end of the answer, or 0 while its head is incomplete. */
function endOf(read: Buffer): number {
  const headEnd = read.indexOf('\r\n\r\n');
  if (headEnd === -1) return 0;
  const head = read.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without its length: ${head}`);
  return headEnd + 4 + Number(length);
}
