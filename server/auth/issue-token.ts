/** Access tokens: signed, short-lived, verified once and then cached until they expire. */
import { hkdfSync } from 'node:crypto';

import { jwtVerify, SignJWT } from 'jose';

import { accessTokenSeconds } from '#contract/auth.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { TokenHolder } from '#server/platform/http/http-guard.ts';

export interface AccessTokens {
  issue(holder: TokenHolder & { email: string }): Promise<string>;
  /** The holder of a token if we signed it and it has not expired; else undefined. */
  read(token: string): Promise<TokenHolder | undefined>;
}

interface Remembered {
  readonly holder: TokenHolder;
  readonly expiresAt: number;
}

const issuer = 'ringback';
/** Limits the memory: about 4 MB of tokens. */
const maxRemembered = 10_000;

/**
 * Tokens signed with HS256 (RFC 7515) by a key derived from the installation's secret.
 *
 * Only the verification of the signature is cached. The person's current rights, and whether the session is still
 * active, are read with every call.
 */
export function createAccessTokens({ secret, clock }: { secret: string; clock: Clock }): AccessTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'ringback access token', 32));
  const remembered = new Map<string, Remembered>();

  const remember = (token: string, entry: Remembered): void => {
    const [oldest] = remembered.keys();
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.set(token, entry);
  };

  return {
    issue: ({ id, email, sessionId }) => {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ email, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setSubject(id)
        .setIssuedAt(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(key);
    },
    read: async (token) => {
      const now = clock.now();
      const known = remembered.get(token);
      if (known !== undefined) {
        if (known.expiresAt > now.getTime()) return known.holder;
        remembered.delete(token);
        return undefined;
      }
      try {
        const { payload } = await jwtVerify(token, key, { issuer, algorithms: ['HS256'], currentDate: now });
        const { sub, sid, exp } = payload;
        if (sub === undefined || typeof sid !== 'string' || exp === undefined) return undefined;
        const holder = { id: sub, sessionId: sid };
        remember(token, { holder, expiresAt: exp * 1000 });
        return holder;
      } catch {
        // Forged, foreign or expired tokens are treated as absent.
        return undefined;
      }
    },
  };
}
