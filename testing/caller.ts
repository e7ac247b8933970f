/** A client of the spec that makes calls by HTTP. */
export interface Reply {
  readonly status: number;
  // Tests access answers of every shape; missing fields fail the assertion.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly headers: Headers;
}

export interface Caller {
  readonly token: string | undefined;
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  put(path: string, body?: unknown): Promise<Reply>;
  patch(path: string, body?: unknown): Promise<Reply>;
  delete(path: string, body?: unknown): Promise<Reply>;
  /** A call with any `RequestInit`. */
  request(method: string, path: string, init?: RequestInit): Promise<Reply>;
}

/** A caller of the server at `address`, with the bearer token if there is one. Paths are below `/api`. */
export function callerOf(address: string, token?: string): Caller {
  const request = async (method: string, path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(`${address}/api${path}`, { redirect: 'manual', ...init, method, headers });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    // A stream does not end, so it is not read.
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
  const withJson = (method: string) => (path: string, body?: unknown) =>
    body === undefined
      ? request(method, path)
      : request(method, path, {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
  return {
    token,
    request,
    get: (path) => request('GET', path),
    post: withJson('POST'),
    put: withJson('PUT'),
    patch: withJson('PATCH'),
    delete: withJson('DELETE'),
  };
}

/** The path of a list's next page, for a caller; undefined after the last one. */
export const nextPageOf = ({ headers }: Pick<Reply, 'headers'>): string | undefined =>
  /^<\/api(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/**
 * Reads a list to its end, beginning at `path`.
 *
 * @returns the rows of each page
 */
// oxlint-disable-next-line typescript/no-explicit-any -- see `Reply`
export async function readPages({ get }: Pick<Caller, 'get'>, path: string): Promise<any[][]> {
  const pages = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const reply: Reply = await get(next);
    if (reply.status !== 200) throw new Error(`refused: ${reply.status} ${next}`);
    pages.push(reply.body);
    next = nextPageOf(reply);
  }
  return pages;
}
