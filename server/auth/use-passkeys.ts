/** Passkeys: adding them, and authenticating with them. */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

import {
  type CreationOptions,
  maxPasskeys,
  type NewCredential,
  passkeyErrors,
  passkeyMinutes,
  type RequestOptions,
  type UsedCredential,
} from '#contract/auth-passkeys.ts';
import { minuteMs } from '#contract/durations.ts';
import { requestErrors } from '#contract/errors.ts';
import type { NotifyOfAccount } from './jobs.ts';
import type { Identity } from './create-identity.ts';
import { notifyOfFactors } from './notify-factors.ts';
import { requireSignedIn } from './require-signed-in.ts';
import * as store from './store-passkeys.ts';
import { type Expected, passkeyAlgorithms, verifyNewPasskey, verifyPasskeyUse } from './verify-passkey.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Viewer } from '#server/platform/http/http-guard.ts';
import { type Database, newId, type Transaction, violatedIndex } from '#server/platform/postgres/database.ts';

const fail = failWith({ ...passkeyErrors, ...requestErrors });

/** Challenges contain their expiry and are signed, so that only used ones have to be stored. */
export interface PasskeyChallenges {
  make(now: Date): string;
  /** When a challenge expires; undefined if we did not make it. */
  endOf(challenge: string): Date | undefined;
}

const lifetimeMs = passkeyMinutes * minuteMs;
const nonceBytes = 16;
const timeBytes = 6;

export function createPasskeyChallenges(secret: string): PasskeyChallenges {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ringback passkey challenges', 32));
  const sign = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest();
  return {
    make: (now) => {
      const body = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(timeBytes)]);
      body.writeUIntBE(now.getTime() + lifetimeMs, nonceBytes, timeBytes);
      return Buffer.concat([body, sign(body)]).toString('base64url');
    },
    endOf: (challenge) => {
      const bytes = Buffer.from(challenge, 'base64url');
      const body = bytes.subarray(0, nonceBytes + timeBytes);
      const mac = bytes.subarray(nonceBytes + timeBytes);
      const made = sign(body);
      if (mac.length !== made.length || !timingSafeEqual(mac, made)) return undefined;
      return new Date(body.readUIntBE(nonceBytes, timeBytes));
    },
  };
}

export interface PasskeyServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly notify: NotifyOfAccount;
  readonly identity: Identity;
  readonly publicUrl: string;
  readonly challenges: PasskeyChallenges;
}

/**
 * Returns the options for a browser to create a passkey.
 *
 * @param origin of the page
 * @throws Failure auth.passkeys-need-a-domain, auth.too-many-passkeys
 */
export async function beginPasskey(
  services: PasskeyServices,
  { id, email, name }: Viewer,
  origin: string | undefined,
): Promise<CreationOptions> {
  const { db, clock, challenges } = services;
  const known = await store.listPasskeys(db, id);
  if (known.length >= maxPasskeys) throw fail('auth.too-many-passkeys');
  return {
    challenge: challenges.make(clock.now()),
    rp: { id: siteOf(services, origin), name: 'Ringback' },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: lifetimeMs,
    excludeCredentials: known.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  };
}

/**
 * Adds a passkey that a browser has made.
 *
 * @returns its id
 * @throws Failure auth.passkey-refused, auth.passkey-known, auth.too-many-passkeys; request.unauthenticated if the
 *   session has ended meanwhile
 */
export async function addPasskey(
  services: PasskeyServices,
  viewer: Viewer,
  { name, credential }: { readonly name: string; readonly credential: NewCredential },
): Promise<string> {
  const { id: userId } = viewer;
  const now = services.clock.now();
  const { challenge, ...made } = verifyNewPasskey(credential, expectedOf(services, now));
  const id = newId(now);
  try {
    await services.db.transaction(async (tx) => {
      await requireUnused(tx, services, challenge);
      await requireSignedIn(tx, viewer);
      if ((await store.countPasskeys(tx, userId)) >= maxPasskeys) throw fail('auth.too-many-passkeys');
      await store.insertPasskey(tx, { id, userId, name, ...made, createdAt: now });
      await notifyOfFactors(tx, services, userId, { what: 'passkey-added', now });
    });
  } catch (error) {
    if (violatedIndex(error) === 'passkeys_credential_key')
      throw fail('auth.passkey-known', { cause: error });
    throw error;
  }
  return id;
}

/**
 * Removes a passkey and notifies its owner.
 *
 * @returns how many were removed
 * @throws Failure request.unauthenticated if the session has ended meanwhile
 */
export async function removePasskey(services: PasskeyServices, viewer: Viewer, id: string): Promise<number> {
  const { id: userId } = viewer;
  return services.db.transaction(async (tx) => {
    await requireSignedIn(tx, viewer);
    const removed = await store.removePasskey(tx, id);
    const now = services.clock.now();
    if (removed > 0) await notifyOfFactors(tx, services, userId, { what: 'passkey-removed', now });
    return removed;
  });
}

/**
 * Returns the options for a browser to use a passkey. They do not depend on the person, since the device knows its
 * passkeys.
 *
 * @throws Failure auth.passkeys-need-a-domain
 */
export function beginPasskeyUse(services: PasskeyServices, origin: string | undefined): RequestOptions {
  return {
    challenge: services.challenges.make(services.clock.now()),
    rpId: siteOf(services, origin),
    timeout: lifetimeMs,
    userVerification: 'required',
  };
}

/**
 * Returns the owner of a passkey that was used just now on one of our pages, and uses up the challenge.
 *
 * @throws Failure auth.passkey-unknown, auth.passkey-refused
 */
export async function takePasskey(
  services: PasskeyServices,
  credential: UsedCredential,
): Promise<{ readonly userId: string; readonly accessVersion: number }> {
  const { db, clock } = services;
  const now = clock.now();
  const known = await store.findCredential(db, credential.id);
  if (known === undefined) throw fail('auth.passkey-unknown');
  const { challenge, counter } = verifyPasskeyUse(credential, known, expectedOf(services, now));
  await db.transaction(async (tx) => {
    await requireUnused(tx, services, challenge);
    if (!(await store.recordUse(tx, known, { counter, now }))) throw fail('auth.passkey-refused');
  });
  return known;
}

const expectedOf = ({ identity, challenges }: PasskeyServices, now: Date): Expected => ({
  trusts: (origin) => identity.trusts(origin),
  made: (challenge) => (challenges.endOf(challenge) ?? now) > now,
});

async function requireUnused(
  tx: Transaction,
  { challenges }: PasskeyServices,
  challenge: string,
): Promise<void> {
  const end = challenges.endOf(challenge);
  if (end === undefined || !(await store.takeChallenge(tx, challenge, end)))
    throw fail('auth.passkey-refused');
}

/** The host name that a passkey belongs to. Browsers do not support passkeys if the host is an IP address. */
function siteOf({ identity, publicUrl }: PasskeyServices, origin: string | undefined): string {
  const { hostname } = new URL(origin !== undefined && identity.trusts(origin) ? origin : publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) throw fail('auth.passkeys-need-a-domain');
  return hostname;
}
