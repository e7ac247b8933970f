import type { CallInput, EndpointSpec, ReplyOf } from '#contract/endpoint.ts';

import type { Send } from './send.ts';

type Input<E extends EndpointSpec> = CallInput<E> & { readonly signal?: AbortSignal };

/** The input of a call, which may be left out where every part of it may. */
export type InputArgs<E extends EndpointSpec> =
  object extends CallInput<E> ? [input?: Input<E>] : [input: Input<E>];

/** It comes in one file with the contract's schemas, which whoever makes a call loads as well. */
const loadMakeCall = async () => (await import('./make-call.ts')).makeCall;

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
  const makeCall = await loadMakeCall();
  return (await makeCall(send, endpoint, input ?? {})).body;
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
  const makeCall = await loadMakeCall();
  const { body, nextCursor } = await makeCall(send, endpoint, input ?? {});
  return { items: body, nextCursor };
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
  onUploadProgress?: (share: number) => void,
  params: Readonly<Record<string, string>> = {},
): Promise<ReplyOf<E>> {
  const makeCall = await loadMakeCall();
  return (await makeCall(send, endpoint, { params, body: form, onUploadProgress })).body;
}
