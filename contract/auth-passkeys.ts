/** Passkeys (WebAuthn): a way to sign in that is two factors at once, since the device checks who uses it. */
import * as z from 'zod/mini';

import { alsoSuspended, anyone, withFreshSession, ownOnly, signedIn } from './access.ts';
import { endpoint, perAddress, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { Deleted, Inserted, Modified } from './replies.ts';
import { Text } from './text.ts';

export const maxPasskeys = 20;

/** How long a browser may take to answer a challenge. */
export const passkeyMinutes = 5;

/** Bytes as browsers write them in JSON. */
const Base64Url = z.string().check(z.regex(/^[\w-]{1,4000}$/, 'This is not what a browser sends'));

export const PasskeyName = Text('The name', 'Give the passkey a name', 60);

/** The browser's reply after it has created a passkey; the fields of its `toJSON()` that are read. */
export const NewCredential = z.object({
  id: Base64Url,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    publicKey: Base64Url,
    publicKeyAlgorithm: z.number(),
  }),
});
export type NewCredential = z.infer<typeof NewCredential>;

/** The browser's reply after somebody has used a passkey. */
export const UsedCredential = z.object({
  id: Base64Url,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  }),
});
export type UsedCredential = z.infer<typeof UsedCredential>;

/** The argument of `navigator.credentials.get`, as JSON. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

/** The argument of `navigator.credentials.create`, as JSON. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

export const Passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof Passkey>;

export const passkeyErrors = {
  'auth.passkey-refused': [400, 'This passkey did not work. Try again, or sign in another way.'],
  'auth.passkey-unknown': [
    400,
    'We do not know this passkey. It may have been removed, or it belongs to another site.',
  ],
  'auth.passkey-known': [409, 'You have already added this passkey.'],
  'auth.too-many-passkeys': [409, `You already have ${maxPasskeys} passkeys. Remove one first.`],
  'auth.passkeys-need-a-domain': [
    409,
    'Passkeys need a domain name or localhost. They do not work on an IP address.',
  ],
} as const satisfies ErrorTable;

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/options',
  summary: 'What a browser needs to make a new passkey',
  access: withFreshSession(signedIn),
  reply: CreationOptions,
  errors: passkeyErrors,
  rateLimit: perPerson(60, 600),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Add the passkey that a browser has made',
  access: withFreshSession(signedIn),
  body: z.object({ name: PasskeyName, credential: NewCredential }),
  reply: Inserted,
  errors: passkeyErrors,
  rateLimit: perPerson(60, 600),
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/auth/passkeys',
  summary: 'One’s own passkeys, the newest first',
  access: alsoSuspended(signedIn),
  reply: z.array(Passkey),
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/auth/passkeys/:_id',
  summary: 'Rename a passkey',
  access: ownOnly('params._id'),
  params: ById,
  body: z.object({ name: PasskeyName }),
  reply: Modified,
  errors: passkeyErrors,
  rateLimit: perPerson(60, 60),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/passkeys/:_id',
  summary: 'Remove a passkey: it signs in no more',
  access: withFreshSession(ownOnly('params._id')),
  params: ById,
  reply: Deleted,
  errors: passkeyErrors,
  rateLimit: perPerson(60, 60),
});

export const beginPasskeyUse = endpoint({
  method: 'POST',
  path: '/auth/passkeys/challenge',
  summary:
    'What a browser needs to use a passkey: to sign in, as a second step, or to confirm that it is you',
  access: anyone,
  reply: RequestOptions,
  errors: passkeyErrors,
  rateLimit: perAddress(120, 60),
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/sign-in/passkey',
  summary: 'Sign in with a passkey, without a password or a second step; sets the session cookie',
  access: anyone,
  body: z.object({ credential: UsedCredential }),
  reply: z.object({ status: z.boolean() }),
  errors: passkeyErrors,
  rateLimit: perAddress(60, 60),
});
