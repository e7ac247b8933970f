import type * as z from 'zod/mini';

import type { Access } from './access.ts';
import type { ErrorTable } from './errors.ts';

export type Schema = z.ZodMiniType;

/** How often one person or address may make a call, before `RATE_LIMIT_FACTOR`. */
export interface RateLimit {
  readonly max: number;
  readonly perSeconds: number;
  readonly by: 'person' | 'address';
}

export interface EndpointSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters as `:name`. */
  readonly path: `/${string}`;
  /** One line for the API's document. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** What of the reply is not declared here never leaves the server. */
  readonly reply: Schema;
  /** The word's error rows that this call may answer, beside those of every call. */
  readonly errors?: ErrorTable;
  /** A list answered page by page: `limit` and `cursor` in, `Link: rel="next"` out. */
  readonly paged?: true;
  /** Fields that a failed answer carries as well, for clients that read them unconditionally. */
  readonly refusal?: Readonly<Record<string, string | boolean | number>>;
  readonly rateLimit?: RateLimit;
  /** `multipart` and `raw` bodies are read by the handler; default `json`. */
  readonly consumes?: 'json' | 'multipart' | 'raw';
  /** Answered by the identity library under the same path, declared here for the document and the page. */
  readonly answeredBy?: 'identity';
}

/**
 * Declares a call of the HTTP surface. Without an `access` it does not compile.
 *
 * The value is data for both sides: the server registers and guards it, the page calls it, the OpenAPI document
 * describes it.
 */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type Output<S> = S extends z.ZodMiniType<infer Out> ? Out : undefined;
type Input<S> = S extends z.ZodMiniType<unknown, infer In> ? In : undefined;

export type ReplyOf<E extends EndpointSpec> = Output<E['reply']>;
export type ParamsOf<E extends EndpointSpec> = Output<E['params']>;
export type QueryOf<E extends EndpointSpec> = Output<E['query']>;
export type BodyOf<E extends EndpointSpec> = Output<E['body']>;

/** What a caller hands over: parts that the endpoint declares, in their form before parsing. */
export type CallInput<E extends EndpointSpec> = {
  readonly [Part in 'params' | 'query' | 'body' as E[Part] extends Schema ? Part : never]: Input<E[Part]>;
};
