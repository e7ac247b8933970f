import type { CallInput, EndpointSpec, ReplyOf } from '#contract/endpoint.ts';

import type { Send } from './send.ts';

type Input<E extends EndpointSpec> = CallInput<E> & { readonly signal?: AbortSignal };

/** The input of a call; optional if each of its parts is. */
export type InputArgs<E extends EndpointSpec> =
  object extends CallInput<E> ? [input?: Input<E>] : [input: Input<E>];

/** Bundled with the contract's schemas, which every caller loads as well. */
const loadMakeCall = async () => (await import('./make-call.ts')).makeCall;

/**
 * Makes a call of the contract and returns its parsed reply.
 *
 * @throws ApiError if the server refuses, NetworkError if it does not answer
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
 * @returns the items, and the cursor of the next page if there is one
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

/** What goes with a form that is uploaded. */
export interface UploadOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with the uploaded share, from 0 to 1. */
  readonly onUploadProgress?: (share: number) => void;
}

/**
 * Uploads a form with files.
 *
 * @throws ApiError if the server refuses, NetworkError if it does not answer
 */
export async function upload<const E extends EndpointSpec>(
  send: Send,
  endpoint: E,
  form: FormData,
  options?: UploadOptions,
): Promise<ReplyOf<E>> {
  const makeCall = await loadMakeCall();
  return (await makeCall(send, endpoint, { ...options, body: form })).body;
}
