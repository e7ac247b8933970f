import { AsyncLocalStorage } from 'node:async_hooks';

import type { FastifyRequest } from 'fastify';

import { configureIdentity, type IdentityOptions } from './configure-identity.ts';
import type { BegunSession, SignInAttempt } from './begin-session.ts';
import { ownAddress } from './own-address.ts';
import { removeSession } from './repository.ts';

/** The interface of the identity library for the rest of the server. */
export interface Identity {
  /**
   * Answers a call below `/api/auth`.
   *
   * @param address the network address that the request comes from
   * @throws the database's error, even if the library ignores it
   */
  handle(request: Request, address: string): Promise<IdentityAnswer>;
  /** The session of the cookie in `headers`, with its person; undefined if there is none. */
  findSession(headers: Headers): Promise<BegunSession | undefined>;
  /** Begins a session for a person who has passed every required step. */
  begin(
    request: FastifyRequest,
    person: { readonly userId: string; readonly accessVersion: number },
  ): Promise<{ readonly cookies: readonly string[]; readonly begun: BegunSession }>;
  /**
   * Whether pages of `origin` may use the session cookie. Requests without an Origin are trusted as well, such as our
   * own GETs.
   */
  trusts(origin: string | undefined): boolean;
  /** The URL to redirect a browser to: `location` if it is ours, else the start page. */
  ownAddress(location: string): string;
  isOwnAddress(location: string): boolean;
}

interface IdentityAnswer {
  readonly response: Response;
  /** The session that began with this call. */
  readonly begun: BegunSession | undefined;
}

/**
 * Creates the library with the first call, and again as long as Google is missing: the library requests Google's
 * discovery document only when it is created.
 */
export function createIdentity(options: IdentityOptions): Identity {
  let current: ReturnType<typeof configureIdentity> | undefined;
  const attempts = new AsyncLocalStorage<SignInAttempt>();
  const library = () => (current ??= configureIdentity(options, () => attempts.getStore()));
  const ours = (location: string) => ownAddress(location, options.publicUrl, options.trustedOrigins);
  const withGoogle = async () => {
    if (await hasGoogle(library())) return library();
    // Until it is complete, all other calls use the former one, and do not wait for Google.
    const next = configureIdentity(options, () => attempts.getStore());
    if (await hasGoogle(next)) current = next;
    return next;
  };
  const findSession: Identity['findSession'] = async (headers) => {
    const found = await library().api.getSession({ headers });
    if (found === null) return undefined;
    const { id, awaitsFactor } = found.session;
    return { id: found.user.id, sessionId: id, awaitsFactor };
  };
  /** Ends the former session of a browser: its cookie is overwritten, so that nobody could sign out of it there. */
  const endFormer = async (begun: BegunSession | undefined, cookie: string | null | undefined) => {
    if (begun === undefined || !cookie) return;
    const former = await findSession(new Headers({ cookie }));
    if (former !== undefined && former.sessionId !== begun.sessionId)
      await removeSession(options.db, former.sessionId);
  };
  return {
    handle: async (request, address) => {
      const isAboutGoogle = /\/(?:sign-in\/social|callback\/google)$/.test(new URL(request.url).pathname);
      const answerer = isAboutGoogle ? await withGoogle() : library();
      const attempt: SignInAttempt = { address };
      const response = await attempts.run(attempt, () => answerer.handler(request));
      // Otherwise a sign-out would be acknowledged although the session continues. Redirects are not replaced, because
      // they lead to a page that shows the failure.
      if (attempt.failure !== undefined && !isRedirect(response)) throw attempt.failure;
      await endFormer(attempt.begun, request.headers.get('cookie'));
      return { response, begun: attempt.begun };
    },
    findSession,
    begin: async (request, { userId, accessVersion }) => {
      const attempt: SignInAttempt = { address: request.ip, accessVersion, hasPassedFactor: true };
      const headers = new Headers({ 'user-agent': request.headers['user-agent'] ?? '' });
      const answer = await attempts.run(attempt, () =>
        library().api.startSession({ body: { userId }, headers, returnHeaders: true }),
      );
      if (attempt.begun === undefined) throw new Error('The library began no session');
      await endFormer(attempt.begun, request.headers.cookie);
      return { cookies: answer.headers.getSetCookie(), begun: attempt.begun };
    },
    trusts: (origin) => origin === undefined || options.trustedOrigins.includes(origin),
    ownAddress: (location) => ours(location) ?? options.publicUrl,
    isOwnAddress: (location) => ours(location) !== undefined,
  };
}

/** The session of a request's cookie, unless a page of another site has sent it. */
export async function findSessionOf(
  identity: Identity,
  { headers: { cookie, origin } }: Pick<FastifyRequest, 'headers'>,
): Promise<BegunSession | undefined> {
  if (cookie === undefined || !identity.trusts(origin)) return undefined;
  return identity.findSession(new Headers({ cookie }));
}

const hasGoogle = async ({ $context }: ReturnType<typeof configureIdentity>): Promise<boolean> =>
  (await $context).socialProviders.some(({ id }) => id === 'google');

const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400;
