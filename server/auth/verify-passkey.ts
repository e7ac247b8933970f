/**
 * Verifies a browser's answer about a passkey as Web Authentication (Level 3, sections 7.1 and 7.2) requires. Node
 * checks the signature. The maker of the device is not verified (attestation `none`), so the public key that the
 * browser extracts is used instead of the attestation object that contains it.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

import * as z from 'zod/mini';

import { type NewCredential, passkeyErrors, type UsedCredential } from '#contract/auth-passkeys.ts';
import { failWith } from '#server/platform/failure.ts';
import { parseJson } from '#server/platform/parse-json.ts';

const fail = failWith(passkeyErrors);

/** COSE's numbers of the accepted algorithms: ES256, EdDSA and RS256. */
export const passkeyAlgorithms = [-7, -8, -257] as const;

/** Checks that depend on the installation. */
export interface Expected {
  /** Whether a page of this origin is ours. */
  readonly trusts: (origin: string) => boolean;
  /** Whether we made this challenge, and it is not too old. */
  readonly made: (challenge: string) => boolean;
}

/** A passkey's public part. */
export interface VerifiedCredential {
  readonly credentialId: string;
  /** In SPKI, as Base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly challenge: string;
}

/**
 * Verifies a newly created passkey.
 *
 * @throws Failure auth.passkey-refused
 */
export function verifyNewPasskey({ id, response }: NewCredential, expected: Expected): VerifiedCredential {
  const { clientDataJSON, authenticatorData, publicKey, publicKeyAlgorithm } = response;
  const client = readClientData(clientDataJSON, 'webauthn.create', expected);
  const authenticator = readAuthenticatorData(authenticatorData, client.origin);
  if (authenticator.credentialId !== id) throw fail('auth.passkey-refused');
  readKey(publicKey, publicKeyAlgorithm);
  return { credentialId: id, publicKey, counter: authenticator.counter, challenge: client.challenge };
}

/**
 * Verifies that a passkey was used just now, on one of our pages, by a person whom the device has verified.
 *
 * @param known the stored passkey
 * @returns the new state of the device's counter, and the challenge, which must not be accepted again
 * @throws Failure auth.passkey-refused
 */
export function verifyPasskeyUse(
  { response }: UsedCredential,
  known: { readonly publicKey: string; readonly counter: number },
  expected: Expected,
): { readonly counter: number; readonly challenge: string } {
  const { clientDataJSON, authenticatorData, signature } = response;
  const client = readClientData(clientDataJSON, 'webauthn.get', expected);
  const { counter } = readAuthenticatorData(authenticatorData, client.origin);
  const signed = Buffer.concat([bytesOf(authenticatorData), sha256(bytesOf(clientDataJSON))]);
  if (!isSigned(readKey(known.publicKey), signed, bytesOf(signature))) throw fail('auth.passkey-refused');
  // A counter that has not increased belongs to a copy of the device. Synchronised passkeys stay at 0.
  const isCopy = (counter > 0 || known.counter > 0) && counter <= known.counter;
  if (isCopy) throw fail('auth.passkey-refused');
  return { counter, challenge: client.challenge };
}

const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.optional(z.boolean()),
});

function readClientData(json: string, type: string, { trusts, made }: Expected) {
  // Text that is not JSON is refused by the schema.
  const { success, data } = ClientData.safeParse(parseJson(bytesOf(json).toString('utf8')));
  if (!success || data.type !== type || data.crossOrigin === true) throw fail('auth.passkey-refused');
  if (!trusts(data.origin) || !made(data.challenge)) throw fail('auth.passkey-refused');
  return data;
}

/** Bits of the flags: a user was present, was verified, and a credential follows. */
const userPresent = 1;
const userVerified = 4;
const hasCredential = 64;
/** The offsets of the parts: hash of the site, flags, counter, kind of device, length of the id, id. */
const places = { flags: 32, counter: 33, idLength: 53, id: 55 } as const;

function readAuthenticatorData(data: string, origin: string) {
  const bytes = bytesOf(data);
  if (bytes.length < places.counter + 4) throw fail('auth.passkey-refused');
  const isOurs = bytes.subarray(0, places.flags).equals(sha256(new URL(origin).hostname));
  const flags = bytes[places.flags] ?? 0;
  const has = (flag: number): boolean => Math.floor(flags / flag) % 2 === 1;
  if (!isOurs || !has(userPresent) || !has(userVerified)) throw fail('auth.passkey-refused');
  return {
    counter: bytes.readUInt32BE(places.counter),
    credentialId: has(hasCredential) ? readCredentialId(bytes) : undefined,
  };
}

function readCredentialId(bytes: Buffer): string | undefined {
  if (bytes.length < places.id) return undefined;
  const end = places.id + bytes.readUInt16BE(places.idLength);
  return end > bytes.length ? undefined : bytes.subarray(places.id, end).toString('base64url');
}

/** @param algorithm the one that the browser names for a new key */
function readKey(spki: string, algorithm?: number): KeyObject {
  const key = parseKey(spki);
  const kind = key.asymmetricKeyType;
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  const algorithmOfKey = [
    { alg: -7, fits: kind === 'ec' && namedCurve === 'prime256v1' },
    { alg: -8, fits: kind === 'ed25519' },
    { alg: -257, fits: kind === 'rsa' && modulusLength >= 2048 },
  ].find(({ fits }) => fits)?.alg;
  if (algorithmOfKey === undefined) throw fail('auth.passkey-refused');
  if (algorithm !== undefined && algorithm !== algorithmOfKey) throw fail('auth.passkey-refused');
  return key;
}

function parseKey(spki: string): KeyObject {
  try {
    return createPublicKey({ key: bytesOf(spki), format: 'der', type: 'spki' });
  } catch (error) {
    throw fail('auth.passkey-refused', { cause: error });
  }
}

/** Ed25519 needs no separate hash. */
const isSigned = (key: KeyObject, signed: Buffer, signature: Buffer): boolean =>
  verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);

const bytesOf = (base64Url: string): Buffer => Buffer.from(base64Url, 'base64url');
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
