/** Reads of a stranger within the process: the same rules and the same handler, without a request around them. */
import type { EndpointSpec } from '#contract/endpoint.ts';
import { type ParsedInput, parseInput } from './http-input.ts';
import { failureOf, problemOf } from './http-problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For the pages, which the server renders beside the API. */
    within: Within;
  }
}

/** A call as a page makes it. */
export interface WithinCall {
  readonly method: string;
  /** The path as the contract has it. */
  readonly path: string;
  readonly params: unknown;
  /** The address, for its query. */
  readonly url: string;
  /** Of the request for the page, under which a failure is logged. */
  readonly requestId: string;
}

interface WithinAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The next page of a list. */
  readonly link: string | undefined;
}

interface Within {
  /**
   * Answers a call, a failed one with its problem; undefined where it has to go the whole way, as a request: what is
   * no such read, and input that is wrong.
   */
  read(call: WithinCall): Promise<WithinAnswer | undefined>;
}

/** What a handler makes of parsed input: the answer, and the address of the page after it. */
export type OpenRead = (input: ParsedInput, url: string) => Promise<Omit<WithinAnswer, 'status'>>;

/** Hears of failures that are ours. */
type ReportFailure = (error: unknown, requestId: string) => void;

/** Keeps the reads that need nobody's name and have no limit of their own. */
export function createWithin(reportFailure: ReportFailure) {
  const reads = new Map<string, { readonly spec: EndpointSpec; readonly read: OpenRead }>();
  const within: Within = {
    read: async ({ method, path, params, url, requestId }) => {
      const known = method === 'GET' ? reads.get(path) : undefined;
      const parsed =
        known && parseInput(known.spec, { params: params ?? {}, query: queryOf(url), body: undefined });
      if (known === undefined || parsed?.ok !== true) return undefined;
      try {
        return { status: 200, ...(await known.read(parsed.input, url)) };
      } catch (error) {
        const failure = failureOf(error);
        if (failure.status >= 500) reportFailure(error, requestId);
        return { status: failure.status, body: problemOf(failure, requestId), link: undefined };
      }
    },
  };
  return {
    within,
    add: (spec: EndpointSpec, read: OpenRead): void => {
      const isOpen = spec.method === 'GET' && spec.access.who === 'public' && spec.rateLimit === undefined;
      if (isOpen) reads.set(spec.path, { spec, read });
    },
  };
}

/** The parameters of an address, as the server reads them from a request: of those that are repeated, all. */
function queryOf(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  const start = url.indexOf('?');
  if (start < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
}
