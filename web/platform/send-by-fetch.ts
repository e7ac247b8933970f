import { compareClocks } from './server-clock.ts';
import { NetworkError, type Send, type SendReply, type SendRequest, parseJson } from './send.ts';

/** How long an answer may take, in milliseconds. An upload depends on the person's connection. */
const defaultTimeouts = { callMs: 30_000, uploadMs: 5 * 60_000 };

/**
 * Sends requests by `fetch`, unchanged.
 *
 * @returns a `Send` that rejects with a {@link NetworkError} if there is no reply in time, and with the reason of the
 *   request's own signal if that has aborted it
 */
export const createSendByFetch =
  ({ callMs, uploadMs } = defaultTimeouts): Send =>
  async (request) => {
    const deadline = AbortSignal.timeout(request.body instanceof FormData ? uploadMs : callMs);
    const signal = request.signal === undefined ? deadline : AbortSignal.any([request.signal, deadline]);
    try {
      return await deliver({ ...request, signal });
    } catch (error) {
      if (request.signal?.aborted === true) throw error;
      throw new NetworkError(deadline.aborted ? 'timeout' : 'unreachable', error);
    }
  };

async function deliver(request: SendRequest): Promise<SendReply> {
  if (request.onUploadProgress !== undefined) {
    const { sendWithProgress } = await import('./send-with-progress.ts');
    return sendWithProgress(request);
  }
  const { url, method, headers, body, signal } = request;
  // Shared caches may serve an answer that is a second old, which is too old for somebody who was just notified of a
  // change.
  const reply = await fetch(url, { method, headers, body, signal, cache: 'no-cache' });
  compareClocks(reply.headers.get('date'));
  const text = await reply.text();
  const isFile = reply.headers.get('content-type')?.startsWith('text/csv') === true;
  const parsed = isFile ? text : parseJson(text);
  return { status: reply.status, body: parsed, header: (name) => reply.headers.get(name) };
}
