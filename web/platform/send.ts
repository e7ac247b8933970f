/** How a page sends requests: `fetch` in the browser, a call within the process during server rendering. */
import { createContext } from 'react-router';

import { UserFacingError } from './user-facing-error.ts';

export interface SendRequest {
  readonly method: string;
  /** A URL on our own host, with query: `/api/products?id=…`. */
  readonly url: string;
  /** The endpoint's path in the contract, and the values of its parameters. */
  readonly path: string;
  readonly params?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Whether the answer depends on who asks, so that the access token is sent. */
  readonly knowsViewer?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the uploaded share of the body, from 0 to 1. */
  readonly onUploadProgress?: (share: number) => void;
}

export interface SendReply {
  readonly status: number;
  /** The parsed JSON body, or a file's text; undefined if there is none. */
  readonly body: unknown;
  readonly header: (name: string) => string | null;
}

/** Sends a request. Rejects with a {@link NetworkError} if there was no answer at all. */
export type Send = (request: SendRequest) => Promise<SendReply>;

/** The `send` for loaders; the server sets it for each page through `contextFor` of the server entry. */
export const sendContext = createContext<Send>();

/** There was no answer: the person is offline, the server cannot be reached, or it took too long. */
export class NetworkError extends UserFacingError {
  override readonly name = 'NetworkError';

  readonly reason: keyof typeof networkMessages;

  constructor(reason: keyof typeof networkMessages, cause?: unknown) {
    super(networkMessages[reason], { cause });
    this.reason = reason;
  }
}

export const networkMessages = {
  unreachable: 'Ringback cannot be reached. You may be offline: check your connection and try again.',
  timeout: 'Ringback took too long to answer. Check your connection and try again.',
} as const;

/** A parsed text, such as a body; undefined if it is empty or no JSON. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's own error page is not JSON; the status is enough.
    return undefined;
  }
}
