/** Authenticating again within a session, for calls whose access is `fresh`. */
import * as z from 'zod/mini';

import { alsoSuspended, signedIn } from './access.ts';
import { accountErrors } from './auth-account.ts';
import { FactorCode, factorErrors } from './auth-factors.ts';
import { passkeyErrors, UsedCredential } from './auth-passkeys.ts';
import { authErrors, maxPasswordLength } from './auth.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { plainCode } from './text.ts';

/**
 * How a person authenticates again: by the password, or by a mailed code if the account has none; and by a code of the
 * authenticator app if one is set up. An admin who has a passkey and no app uses the passkey alone.
 */
const stepUpWays = ['password', 'mail-code', 'totp', 'passkey'] as const;
export type StepUpWay = (typeof stepUpWays)[number];

export const StepUp = z.object({
  password: z.optional(z.string().check(z.maxLength(maxPasswordLength, 'The password is too long'))),
  /** Of the authenticator app, or a recovery code. */
  code: z.optional(FactorCode),
  /** Sufficient alone: the device has checked who uses it. */
  passkey: z.optional(UsedCredential),
  /** People may type it in groups, like a code of the app. */
  mailCode: z.optional(z.string().check(plainCode, z.maxLength(20, 'The code has 8 digits'))),
});
export type StepUp = z.infer<typeof StepUp>;

/** The same for the page, which sends no empty field that an account requires: the server would count it as a guess. */
export const stepUpBy = (ways: readonly StepUpWay[]) =>
  StepUp.check(
    z.refine(({ password = '' }) => !ways.includes('password') || password !== '', {
      error: 'Password Required',
      path: ['password'],
    }),
    z.refine(({ mailCode = '' }) => !ways.includes('mail-code') || mailCode !== '', {
      error: 'Enter the code',
      path: ['mailCode'],
    }),
  );

export const stepUpErrors = {
  'auth.wrong-password': accountErrors['auth.wrong-password'],
  'auth.wrong-code': factorErrors['auth.wrong-code'],
  'auth.wrong-recovery-code': factorErrors['auth.wrong-recovery-code'],
  'auth.code-used': factorErrors['auth.code-used'],
  'auth.wrong-mail-code': [400, 'This code is wrong, too old or already used. You can have a new one sent.'],
  'auth.no-mail-code': [409, 'Your account has another way to confirm that it is you. Please use that one.'],
  'auth.passkey-needed': [400, 'Confirm with your passkey: for an admin the password alone is not enough.'],
  'auth.too-many-guesses': authErrors['auth.too-many-guesses'],
  'auth.too-many-mails': accountErrors['auth.too-many-mails'],
} as const satisfies ErrorTable;

export const getStepUp = endpoint({
  method: 'GET',
  path: '/auth/step-up',
  summary: 'What the signed-in person has to show to confirm that it is them, all of it together',
  access: alsoSuspended(signedIn),
  reply: z.object({
    ways: z.array(z.enum(stepUpWays)),
    /** Whether a passkey is enough, instead of all of these. */
    hasPasskey: z.boolean(),
  }),
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  summary: 'Confirm that it is you: for 10 minutes the session may do what asks for a fresh sign-in',
  access: alsoSuspended(signedIn),
  body: StepUp,
  reply: z.object({ status: z.boolean() }),
  errors: { ...stepUpErrors, ...passkeyErrors },
  rateLimit: perPerson(60, 600),
});

export const sendStepUpCode = endpoint({
  method: 'POST',
  path: '/auth/step-up/code',
  summary: 'Mail a code to confirm that it is you, to an account without a password',
  access: alsoSuspended(signedIn),
  reply: z.object({ status: z.boolean() }),
  errors: stepUpErrors,
  rateLimit: perPerson(20, 600),
});
