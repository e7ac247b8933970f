import type * as z from 'zod/mini';

import type { Access } from './access.ts';
import type { ErrorTable, RequestCode } from './errors.ts';

export type Schema = z.ZodMiniType;

/** How often one person or address may make a call, before multiplication by `RATE_LIMIT_FACTOR`. */
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

/** A read may have a limit; a call that changes something must have one, or a reason for having none. */
type Limits =
  | { readonly method: 'GET'; readonly rateLimit?: RateLimit }
  | {
      readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      readonly rateLimit: RateLimit | Unlimited;
    };

interface EndpointParts {
  /** Below `/api`, parameters as `:name`. */
  readonly path: `/${string}`;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Fields that are not declared here are never sent. */
  readonly reply: Schema;
  /** The domain's errors that this call may return, in addition to those of every call. */
  readonly errors?: ErrorTable;
  /** Errors of every call that this one may return, although neither its access nor its input tells. */
  readonly sharedErrors?: readonly RequestCode[];
  /** A paged list: the request has `limit` and `cursor`, the reply has `Link: rel="next"`. */
  readonly paged?: true;
  /** Additional fields of an error reply, for clients that read them unconditionally. */
  readonly refusal?: Readonly<Record<string, string | boolean | number>>;
  /** The largest body in bytes; the server's own limit if it is absent. */
  readonly maxBodyBytes?: number;
  /** `multipart` and `raw` bodies are read by the handler; a `form` is accepted and ignored; default `json`. */
  readonly consumes?: 'json' | 'multipart' | 'raw' | 'form';
  /** The media type if the handler sends bytes or a stream; JSON if it is absent. */
  readonly produces?: 'image/jpeg' | 'text/csv' | 'application/zip' | 'text/event-stream';
  /** The call answers 302 and the address of a page: the reply is empty. */
  readonly redirects?: true;
  /** The call exists in the demo only, not if the site runs with real services. */
  readonly onlyInDemo?: true;
  /** The identity library answers it under the same path; it is declared here for the document and the page. */
  readonly answeredBy?: 'identity';
}

export type EndpointSpec = EndpointParts & Limits;

/**
 * Declares a call of the HTTP API. It does not compile without an `access`, nor does a call that changes something (any
 * method but GET) without a `rateLimit`. A GET with side effects, such as a link in a mail, declares one too.
 *
 * Both sides use it: the server registers and guards it, the page calls it, and the OpenAPI document describes it.
 */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type Output<S> = S extends z.ZodMiniType<infer Out> ? Out : undefined;
type Input<S> = S extends z.ZodMiniType<unknown, infer In> ? In : undefined;

export type ReplyOf<E extends EndpointSpec> = Output<E['reply']>;
export type ParamsOf<E extends EndpointSpec> = Output<E['params']>;
export type QueryOf<E extends EndpointSpec> = Output<E['query']>;
export type BodyOf<E extends EndpointSpec> = Output<E['body']>;

/** The input of a call before parsing: the parts that the endpoint declares. */
export type CallInput<E extends EndpointSpec> = {
  readonly [Part in 'params' | 'query' | 'body' as E[Part] extends Schema ? Part : never]: Input<E[Part]>;
};
