/** Makes calls and parses their answers. Loaded with the first call, since a page arrives with its data. */
import type { EndpointSpec, ReplyOf } from '#contract/endpoint.ts';

import { ApiError } from './api-error.ts';
import type { Send, SendReply, SendRequest } from './send.ts';

/** The parts of a call; `api.ts` checks their types by the contract. */
export interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Called with the uploaded share of the body, from 0 to 1. */
  readonly onUploadProgress?: (share: number) => void;
}

/**
 * @returns the parsed reply, and the cursor of the next page if there is one
 * @throws ApiError if the server refuses, NetworkError if it does not answer, another error, which is also reported, if
 *   the answer has not the shape of the contract
 */
export async function makeCall<const E extends EndpointSpec>(
  send: Send,
  endpoint: E,
  parts: Parts,
): Promise<{ body: ReplyOf<E>; nextCursor: string | undefined }> {
  const reply = await send(requestFor(endpoint, parts));
  if (reply.status >= 400) throw new ApiError(reply.status, reply.body);
  return { body: parseReply(endpoint, reply), nextCursor: nextCursorOf(reply.header('link')) };
}

function requestFor(endpoint: EndpointSpec, input: Parts): SendRequest {
  const request = {
    method: endpoint.method,
    url: addressOf(endpoint, input),
    path: endpoint.path,
    params: input.params,
    knowsViewer: knowsViewer(endpoint),
    signal: input.signal,
    onUploadProgress: input.onUploadProgress,
  };
  if (input.body === undefined) return { ...request, headers: {} };
  if (input.body instanceof FormData) return { ...request, headers: {}, body: input.body };
  return {
    ...request,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input.body),
  };
}

function knowsViewer({ access }: EndpointSpec): boolean {
  if (access.who === 'session') return false;
  return access.who !== 'public' || access.knowsViewer === true;
}

function addressOf(endpoint: EndpointSpec, input: Parts): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_match: string, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, `${value}`);
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

function parseReply<const E extends EndpointSpec>(endpoint: E, reply: SendReply): ReplyOf<E> {
  const parsed = endpoint.reply.safeParse(reply.body);
  // The schema's output type is the reply type by definition, but the compiler cannot see that for a generic E.
  if (parsed.success) return parsed.data as ReplyOf<E>;
  const fields = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const error = new Error(
    `${endpoint.method} ${endpoint.path} has an unexpected answer: ${fields.join(', ')}`,
  );
  // The caller shows the error to the person. Without a report, nobody else would notice it.
  if (typeof window === 'object') reportError(error);
  throw error;
}

function nextCursorOf(link: string | null): string | undefined {
  const next = link?.split(',').find((part) => /rel="?next"?/.test(part));
  const address = next?.match(/<([^>]*)>/)?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://localhost').searchParams.get('cursor') ?? undefined;
}
