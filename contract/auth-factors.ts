/** The second factor: codes of an authenticator app, and recovery codes for when it is lost. */
import * as z from 'zod/mini';

import { admin, alsoSuspended, anyone, withFreshSession, signedIn } from './access.ts';
import { passkeyErrors, UsedCredential } from './auth-passkeys.ts';
import { authErrors } from './auth.ts';
import { endpoint, perAddress, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { Deleted, notAcknowledged } from './replies.ts';
import { plainCode, Text } from './text.ts';

/** How many recovery codes there are at once; each can be used once. */
export const recoveryCodeCount = 10;

/** How long after the first factor the second one is accepted. */
export const secondFactorMinutes = 10;

/**
 * The ways to finish a sign-in that waits for its second step. The refusal `request.second-factor-needed` of `GET /jwt`
 * lists them as `ways`.
 */
export const secondFactorWays = ['code', 'passkey'] as const;
export type SecondFactorWay = (typeof secondFactorWays)[number];

/** A code of the app, or a recovery code: both are typed into the same field. */
export const FactorCode = z
  .string('Enter the code')
  .check(
    plainCode,
    z.minLength(1, 'Enter the code'),
    z.maxLength(40, 'Enter the six digits of the app, or a recovery code'),
  );

/** The second step of a sign-in: a code, or a passkey. */
export const SecondFactor = z.object({ code: z.optional(FactorCode), passkey: z.optional(UsedCredential) });
export type SecondFactor = z.infer<typeof SecondFactor>;

/** What protects an account besides its password. */
export const Factors = z.object({
  /** Whether signing in requires a code of an authenticator app. */
  totp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.number(),
  hasPassword: z.boolean(),
  /** Whether this is an admin with neither a passkey nor an app; they cannot act as an admin then. */
  isMissing: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

export const factorErrors = {
  'auth.wrong-code': [400, 'This code is wrong or too old. Enter the one that your app shows now.'],
  'auth.wrong-recovery-code': [
    400,
    'This is not one of your recovery codes, or you have used it already. A code of your app has six digits.',
  ],
  'auth.code-used': [400, 'This code has already been used. Wait for the next one.'],
  'auth.totp-on': [409, 'An authenticator app is already set up. Turn it off first.'],
  'auth.totp-off': [409, 'No authenticator app is set up.'],
  'auth.totp-replaced': [
    409,
    'A newer key was made in another window, and this one does not work any more. Take it out of your app, press “Not now” and begin again.',
  ],
  'auth.second-factor-late': [403, 'This took too long. Please log in once more.'],
  'auth.person-missing': [404, 'There is no such person.'],
  'auth.too-many-guesses': authErrors['auth.too-many-guesses'],
} as const satisfies ErrorTable;

/** Why staff signs somebody out; shown to other admins. */
export const SignOutReason = Text('The reason', 'Please say why', 500);

/** How an admin has verified the identity of a person who has lost their second factor. */
export const FactorLossReason = Text('The reason', 'Say how you know who they are', 500);

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const passSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  summary:
    'The second step of a sign-in, with the cookie of the first: a code of the app, a recovery code or a passkey',
  access: anyone,
  body: SecondFactor,
  reply: z.object({ status: z.boolean() }),
  errors: { ...factorErrors, ...passkeyErrors },
  sharedErrors: ['request.forbidden'],
  rateLimit: perAddress(60, 60),
});

export const getFactors = endpoint({
  method: 'GET',
  path: '/auth/factors',
  summary: 'What protects one’s own account besides the password',
  access: alsoSuspended(signedIn),
  reply: Factors,
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/auth/totp',
  summary: 'A new secret for an authenticator app; it takes part once a code of it was confirmed',
  access: withFreshSession(signedIn),
  reply: z.object({
    /** In Base32, to be typed. */
    secret: z.string(),
    /** The same as an `otpauth:` address, for a QR code. */
    uri: z.string(),
  }),
  errors: factorErrors,
  rateLimit: perPerson(20, 600),
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/confirm',
  summary: 'Turn the app on with a code of it; answers the recovery codes, once',
  access: withFreshSession(signedIn),
  body: z.object({
    code: FactorCode,
    /** The secret that the person saw: a newer one is named as the reason why its code is wrong. */
    secret: z.optional(z.string('The secret is a text')),
  }),
  reply: RecoveryCodes,
  errors: factorErrors,
  rateLimit: perPerson(20, 60),
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/auth/totp',
  summary: 'Turn the app off; the recovery codes go with it',
  access: withFreshSession(signedIn),
  reply: z.object({ status: z.boolean() }),
  errors: factorErrors,
  rateLimit: perPerson(20, 600),
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/recovery-codes',
  summary: 'Ten new recovery codes, shown once; those of before are void',
  access: withFreshSession(signedIn),
  reply: RecoveryCodes,
  errors: factorErrors,
  rateLimit: perPerson(20, 600),
});

export const removeFactorsOf = endpoint({
  method: 'POST',
  path: '/users/:_id/remove-second-factor',
  summary: 'Remove the app, recovery codes and passkeys of a person who has lost them; ends their sessions',
  access: withFreshSession(admin),
  params: ById,
  body: z.object({ reason: FactorLossReason }),
  reply: Deleted,
  errors: factorErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(30, 600),
});

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/users/:_id/end-sessions',
  summary:
    'Sign a person out everywhere; recorded with the reason, and they are told. Answers how many sessions ended',
  access: withFreshSession(admin),
  params: ById,
  body: z.object({ reason: SignOutReason }),
  reply: Deleted,
  errors: factorErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(30, 600),
});
