import type * as z from 'zod/mini';

import type { Access } from './access.ts';
import type { ErrorTable } from './errors.ts';

export type Schema = z.ZodMiniType;

/** How often one person or address may make a call, before `RATE_LIMIT_FACTOR`. */
interface RateLimit {
  readonly max: number;
  readonly perSeconds: number;
  readonly by: 'person' | 'address';
}

/** Why a call that changes something needs no limit. */
interface Unlimited {
  readonly unlimited: string;
}

/** A limit for each signed-in person: `max` calls in each window of `perSeconds`. */
export const perPerson = (max: number, perSeconds: number) => ({ max, perSeconds, by: 'person' }) as const;

/** A limit for each client, which is an IPv4 address or an IPv6 /64. For calls that need no token. */
export const perAddress = (max: number, perSeconds: number) => ({ max, perSeconds, by: 'address' }) as const;

/** A read may have a limit; a call that changes something must have one, or say why it needs none. */
type Limits =
  | { readonly method: 'GET'; readonly rateLimit?: RateLimit }
  | {
      readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      readonly rateLimit: RateLimit | Unlimited;
    };

interface EndpointParts {
  /** Below `/api`, parameters as `:name`. */
  readonly path: `/${string}`;
  /** One line for the API's document. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Fields that are not declared here are never sent. */
  readonly reply: Schema;
  /** The domain's error rows that this call may answer, in addition to those of every call. */
  readonly errors?: ErrorTable;
  /** A list answered page by page: `limit` and `cursor` in, `Link: rel="next"` out. */
  readonly paged?: true;
  /** Additional fields of a failed answer, for clients that read them unconditionally. */
  readonly refusal?: Readonly<Record<string, string | boolean | number>>;
  /** The largest body in bytes; the server's own limit where it is left out. */
  readonly maxBodyBytes?: number;
  /** `multipart` and `raw` bodies are read by the handler; a `form` is taken and not read; default `json`. */
  readonly consumes?: 'json' | 'multipart' | 'raw' | 'form';
  /** What the handler answers as bytes; absent: JSON. */
  readonly produces?: 'image/jpeg' | 'text/csv' | 'application/zip';
  /** Where the site runs with real services there is no such call. */
  readonly onlyInDemo?: true;
  /** Answered by the identity library under the same path, declared here for the document and the page. */
  readonly answeredBy?: 'identity';
}

export type EndpointSpec = EndpointParts & Limits;

/**
 * Declares a call of the HTTP surface. Without an `access` it does not compile; nor does a call that changes something
 * (any method but GET) without a `rateLimit`. A GET with side effects, such as a link in a mail, declares one too.
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

/** The input of a call: the parts that the endpoint declares, before parsing. */
export type CallInput<E extends EndpointSpec> = {
  readonly [Part in 'params' | 'query' | 'body' as E[Part] extends Schema ? Part : never]: Input<E[Part]>;
};
