/** Calls of a signed-out visitor within the process: the same rules and the same handler, without an HTTP request. */
import type { EndpointSpec } from '#contract/endpoint.ts';
import { type ParsedInput, parseInput } from './http-input.ts';
import { failureOf, loggedFailure, problemOf } from './http-problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For the pages that the same process renders. */
    inProcess: InProcessCalls;
  }
}

/** A call as a page makes it. */
export interface InProcessCall {
  readonly method: string;
  /** The path as the contract declares it. */
  readonly path: string;
  readonly params: unknown;
  /** The URL, for its query. */
  readonly url: string;
  /** The id of the page's request, under which a failure is logged. */
  readonly requestId: string;
}

interface InProcessAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The next page of a list. */
  readonly link: string | undefined;
}

interface InProcessCalls {
  /**
   * Answers a call, or describes its failure as a problem. Undefined if it has to be made as an HTTP request: for
   * calls that need one, and for invalid input.
   */
  read(call: InProcessCall): Promise<InProcessAnswer | undefined>;
}

/** Runs a handler with parsed input. Returns the answer, and the URL of the next page of a list. */
export type OpenRead = (input: ParsedInput, url: string) => Promise<Omit<InProcessAnswer, 'status'>>;

/** Called for errors with status 500 and above, with what the log says of them. */
type ReportFailure = (told: ReturnType<typeof loggedFailure>, requestId: string) => void;

/** Registers the reads that are public and have no rate limit. */
export function createInProcessCalls(reportFailure: ReportFailure) {
  const reads = new Map<string, { readonly spec: EndpointSpec; readonly read: OpenRead }>();
  const inProcess: InProcessCalls = {
    read: async ({ method, path, params, url, requestId }) => {
      const known = method === 'GET' ? reads.get(path) : undefined;
      const parsed =
        known && parseInput(known.spec, { params: params ?? {}, query: queryOf(url), body: undefined });
      if (known === undefined || parsed?.ok !== true) return undefined;
      try {
        return { status: 200, ...(await known.read(parsed.input, url)) };
      } catch (error) {
        const failure = failureOf(error);
        if (failure.status >= 500) reportFailure(loggedFailure(failure, error), requestId);
        return { status: failure.status, body: problemOf(failure, requestId), link: undefined };
      }
    },
  };
  return {
    inProcess,
    add: (spec: EndpointSpec, read: OpenRead): void => {
      const isOpen = spec.method === 'GET' && spec.access.who === 'public' && spec.rateLimit === undefined;
      if (isOpen) reads.set(spec.path, { spec, read });
    },
  };
}

/** The query's parameters in the form that handlers get: a repeated one as a list. */
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
