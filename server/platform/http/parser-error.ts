/** Requests that Node's server would answer itself, without hooks, log or routes. */
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { requestErrors } from '#contract/errors.ts';
import { failWith } from '#server/platform/failure.ts';
import { problemOf } from './http-problem.ts';

const fail = failWith(requestErrors);

/** The error codes of Node's parser; everything else is not valid HTTP. */
const failureOfParser: Readonly<Record<string, keyof typeof requestErrors>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.too-slow',
  HPE_HEADER_OVERFLOW: 'request.headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too-large',
};

/** How long incoming data is discarded, so that the answer is not lost with the connection. */
const lingerMs = 1_000;

/** For Fastify's `clientErrorHandler`: answers with a problem and then closes the connection. */
export function answerParserError(
  // Fastify declares the packet's type narrower than Node's.
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code = '', rawPacket } = error;
  const failure = fail(failureOfParser[code] ?? 'request.malformed');
  const body = JSON.stringify(problemOf(failure, randomUUID()));
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      isHead ? '' : body,
    ].join('\r\n'),
  );
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** RFC 9110 section 10.1.1: Node itself handles `100-continue`, the only expectation that exists. */
export function answerExpectations(server: Server): void {
  server.on('checkExpectation', (_request, response) => {
    const failure = fail('request.expectation');
    const body = JSON.stringify(problemOf(failure, randomUUID()));
    const headers = {
      'Content-Type': 'application/problem+json',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    };
    response.writeHead(failure.status, headers).end(body);
  });
}
