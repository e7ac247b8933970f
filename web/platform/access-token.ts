import * as z from 'zod/mini';

import type { KeyStore } from './browser-storage.ts';
import { accessTokenKey } from './before-paint.ts';

const recordKey = 'session';

/** Who is signed in (spec section 3). */
export const Identity = z.object({
  uid: z.string(),
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
});
export type Identity = z.infer<typeof Identity>;

const Claims = z.object({ sub: z.string(), email: z.string(), exp: z.number(), iat: z.optional(z.number()) });
const Stored = z.object({ identity: Identity, token: z.string(), endsAt: z.number() });

/** A session as this browser keeps it; `endsAt` is when the token runs out, by this browser's own clock. */
export interface SessionRecord {
  readonly identity: Identity;
  readonly token: string;
  readonly endsAt: number;
  /** Whether the identity was told by the server, or only guessed from the token. */
  readonly isComplete: boolean;
}

/** Reads the session that this browser keeps. A token without its record still tells who it was made for. */
export function readSession(storage: KeyStore): SessionRecord | undefined {
  const token = storage.getItem(accessTokenKey);
  if (token === null || token === '') return undefined;
  const stored = z.safeParse(Stored, parseJson(storage.getItem(recordKey)));
  if (stored.success && stored.data.token === token) return { ...stored.data, isComplete: true };
  const claims = readClaims(token);
  if (claims === undefined) return undefined;
  const identity = { uid: claims.sub, displayName: claims.email, email: claims.email, photoURL: '' };
  return { identity, token, endsAt: claims.exp * 1000, isComplete: false };
}

/** Keeps a session. The token's lifetime counts from now, so that a wrong clock here does no harm. */
export function writeSession(storage: KeyStore, identity: Identity, token: string, now: number): void {
  const claims = readClaims(token);
  const lifetimeMs = claims === undefined ? 0 : (claims.exp - (claims.iat ?? now / 1000)) * 1000;
  storage.setItem(recordKey, JSON.stringify({ identity, token, endsAt: now + lifetimeMs }));
  storage.setItem(accessTokenKey, token);
}

export function clearSession(storage: KeyStore): void {
  storage.removeItem(accessTokenKey);
  storage.removeItem(recordKey);
}

function readClaims(token: string): z.infer<typeof Claims> | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  return z.safeParse(Claims, parseJson(decodeBase64Url(payload))).data;
}

function decodeBase64Url(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
