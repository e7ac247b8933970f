import type { KeyStore } from './browser-storage.ts';
import { accessTokenKey } from './before-paint.ts';
import { isRecord } from './is-record.ts';
import { parseJson } from './send.ts';

const recordKey = 'session';

/** Who is signed in. */
export interface Identity {
  readonly uid: string;
  readonly displayName: string;
  readonly email: string;
  readonly photoURL: string;
}

interface Claims {
  readonly sub: string;
  readonly email: string;
  readonly exp: number;
  readonly iat?: number;
}

/** A session as this browser stores it; `endsAt` is when the token expires, by this browser's own clock. */
export interface SessionRecord {
  readonly identity: Identity;
  readonly token: string;
  readonly endsAt: number;
  /** Whether the identity came from the server, or was only derived from the token. */
  readonly isComplete: boolean;
}

/** Reads the stored session. Without its record, the token alone still identifies the person. */
export function readSession(storage: KeyStore): SessionRecord | undefined {
  const token = storage.getItem(accessTokenKey);
  if (token === null || token === '') return undefined;
  const stored = parseJson(storage.getItem(recordKey) ?? '');
  if (isStored(stored) && stored.token === token) return { ...stored, isComplete: true };
  const claims = readClaims(token);
  if (claims === undefined) return undefined;
  const identity = { uid: claims.sub, displayName: claims.email, email: claims.email, photoURL: '' };
  return { identity, token, endsAt: claims.exp * 1000, isComplete: false };
}

/** Stores a session. The token's lifetime counts from now, so that a wrong clock here does no harm. */
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

function readClaims(token: string): Claims | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  const claims = parseJson(decodeBase64Url(payload));
  return isClaims(claims) ? claims : undefined;
}

function decodeBase64Url(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return new TextDecoder().decode(bytes);
  } catch {
    // The stored value is not one of our tokens: signed out.
    return '';
  }
}

const isClaims = (value: unknown): value is Claims =>
  hasTexts(value, 'sub', 'email') &&
  typeof value.exp === 'number' &&
  (value.iat === undefined || typeof value.iat === 'number');

const isStored = (value: unknown): value is Omit<SessionRecord, 'isComplete'> =>
  hasTexts(value, 'token') &&
  typeof value.endsAt === 'number' &&
  hasTexts(value.identity, 'uid', 'displayName', 'email', 'photoURL');

const hasTexts = (value: unknown, ...names: string[]): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && names.every((name) => typeof value[name] === 'string');
