/** A client with a browser's cookies: for sign-up, sign-in and the Google popup, by raw HTTP. */
import { type Caller, callerOf, type Reply } from './caller.ts';

export interface Visitor {
  /** Makes a call with JSON below `/api`, with the stored cookies and the page's Origin. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Opens a URL as a browser does, following redirects until one leaves `/api` and `/sandbox`. */
  open(url: string, form?: Record<string, string>): Promise<{ url: string; body: string }>;
  /** All `Set-Cookie` headers received so far, the oldest first. */
  readonly setCookies: readonly string[];
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A visitor of the server at `address`, without any cookie yet. */
export function visitorOf(address: string): Visitor {
  const cookies = new Map<string, Cookie>();
  const setCookies: string[] = [];

  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookieHeader([...cookies.values()], url.pathname));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    setCookies.push(...response.headers.getSetCookie());
    for (const text of response.headers.getSetCookie()) keep(cookies, text);
    return response;
  };

  const open: Visitor['open'] = async (url, form) => {
    const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const response = await send(new URL(url), init);
    const location = response.headers.get('location');
    if (location === null) return { url, body: await response.text() };
    const next = new URL(location, url);
    const isOurs = next.origin === address && /^\/(?:api|sandbox)\//.test(next.pathname);
    return isOurs ? open(next.href) : { url: next.href, body: '' };
  };

  return {
    open,
    setCookies,
    call: async (method, path, body, headers = {}) => {
      const sent = new Headers({ Origin: address, ...headers });
      if (body !== undefined && !sent.has('Content-Type')) sent.set('Content-Type', 'application/json');
      const response = await send(new URL(`${address}/api${path}`), {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return {
        status: response.status,
        body: isJson ? JSON.parse(text) : text,
        headers: response.headers,
      };
    },
  };
}

/** A visitor who has signed up, and calls with their access token. */
export async function signUp(
  address: string,
  account: { name: string; email: string; password: string },
): Promise<{ visitor: Visitor; caller: Caller; id: string }> {
  const visitor = visitorOf(address);
  const { status, body } = await visitor.call('POST', '/auth/sign-up/email', account);
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  const jwt = await visitor.call('GET', `/jwt?email=${encodeURIComponent(account.email)}`);
  return { visitor, caller: callerOf(address, jwt.body.accessToken), id: body.user.id };
}

/** An e-mail address that nobody else uses. */
export const newEmail = (): string => `mina-${crypto.randomUUID()}@example.com`;

/** Somebody new who has signed up, with what they have typed. */
export async function join(address: string, changes = {}) {
  const account = { ...usual, email: newEmail(), ...changes };
  return { ...account, ...(await signUp(address, account)) };
}

const usual = { name: 'Mina', password: 'Str0ngPass' };

function cookieHeader(cookies: readonly Cookie[], pathname: string): string {
  const isFor = ({ path }: Cookie) => pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`);
  return cookies
    .filter(isFor)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

function keep(cookies: Map<string, Cookie>, text: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
  const path = /; *path=([^;]+)/i.exec(text)?.[1] ?? '/';
  if (/; *max-age=0/i.test(text) || value === '') cookies.delete(`${name} ${path}`);
  else cookies.set(`${name} ${path}`, { name, value, path });
}
