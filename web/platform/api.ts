import type { CallInput, EndpointSpec, ReplyOf } from '#contract/endpoint.ts';

import { ApiError } from './api-error.ts';
import type { Send, SendReply, SendRequest } from './send.ts';

type Input<E extends EndpointSpec> = CallInput<E> & { readonly signal?: AbortSignal };

/** The input of a call, which may be left out where every part of it may. */
export type InputArgs<E extends EndpointSpec> =
  object extends CallInput<E> ? [input?: Input<E>] : [input: Input<E>];

/**
 * Makes a call of the contract and returns its parsed reply.
 *
 * @throws ApiError where the server refuses, NetworkError where it does not answer
 */
export async function call<const E extends EndpointSpec>(
  send: Send,
  endpoint: E,
  ...[input]: InputArgs<E>
): Promise<ReplyOf<E>> {
  const reply = await deliver(send, requestFor(endpoint, input ?? {}));
  return parseReply(endpoint, reply);
}

/**
 * Reads one page of a paged list.
 *
 * @returns the items, and the cursor of the page after it where there is one
 */
export async function callPage<const E extends EndpointSpec>(
  send: Send,
  endpoint: E,
  ...[input]: InputArgs<E>
): Promise<{ items: ReplyOf<E>; nextCursor: string | undefined }> {
  const reply = await deliver(send, requestFor(endpoint, input ?? {}));
  return { items: parseReply(endpoint, reply), nextCursor: nextCursorOf(reply.header('link')) };
}

/**
 * Sends a form with files, and tells how far it is, from 0 to 1.
 *
 * @throws ApiError where the server refuses, NetworkError where it does not answer
 */
export async function upload<const E extends EndpointSpec>(
  send: Send,
  endpoint: E,
  form: FormData,
  onProgress?: (share: number) => void,
  params: Readonly<Record<string, string>> = {},
): Promise<ReplyOf<E>> {
  const reply = await deliver(send, {
    ...requestFor(endpoint, { params, body: form }),
    onUploadProgress: onProgress,
  });
  return parseReply(endpoint, reply);
}

/** The address of a call, for links, forms and uploads. */
export function addressOf(endpoint: EndpointSpec, input: Parts = {}): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_match: string, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, `${value}`);
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

function requestFor(endpoint: EndpointSpec, input: Parts): SendRequest {
  const request = {
    method: endpoint.method,
    url: addressOf(endpoint, input),
    path: endpoint.path,
    params: input.params,
    knowsViewer: knowsViewer(endpoint),
    signal: input.signal,
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

async function deliver(send: Send, request: SendRequest): Promise<SendReply> {
  const reply = await send(request);
  if (reply.status >= 400) throw new ApiError(reply.status, reply.body);
  return reply;
}

function parseReply<const E extends EndpointSpec>(endpoint: E, reply: SendReply): ReplyOf<E> {
  // The schema's output type is the reply type by definition; the generic E keeps the compiler from seeing it.
  return endpoint.reply.parse(reply.body) as ReplyOf<E>;
}

function nextCursorOf(link: string | null): string | undefined {
  const next = link?.split(',').find((part) => /rel="?next"?/.test(part));
  const address = next?.match(/<([^>]*)>/)?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://localhost').searchParams.get('cursor') ?? undefined;
}
