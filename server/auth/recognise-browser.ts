/** Recognises a browser by a separate cookie, which outlives sessions and contains nothing about the person. */
import { createHash, randomBytes } from 'node:crypto';

import * as repository from './repository.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

export interface RecognisedBrowser {
  /** The value stored in the browser. */
  readonly cookie: string;
  readonly hash: string;
  /** Whether this person has signed in with it before. */
  readonly isKnown: boolean;
}

const cookieName = 'ringback.browser';
/** The longest lifetime that browsers allow for cookies. */
const cookieSeconds = 400 * 24 * 3600;

/**
 * Recognises the browser that sends `cookieHeader`; a new one gets a cookie.
 *
 * @param email of the account that it wants to use
 */
export async function recogniseBrowser(
  db: Executor,
  cookieHeader: string | undefined,
  email: string,
): Promise<RecognisedBrowser> {
  const sent = new RegExp(`(?:^|; *)${cookieName}=([\\w-]{32})(?:;|$)`).exec(cookieHeader ?? '')?.[1];
  const cookie = sent ?? randomBytes(24).toString('base64url');
  const hash = createHash('sha256').update(cookie).digest('base64url');
  const isKnown = sent !== undefined && (await repository.isKnownBrowser(db, email, hash));
  return { cookie, hash, isKnown };
}

/** The header that sets the cookie; only sign-in calls send it. */
export const browserCookie = ({ cookie }: RecognisedBrowser, isSecure: boolean): string =>
  `${cookieName}=${cookie}; Path=/api/auth; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
