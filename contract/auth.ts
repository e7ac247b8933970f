/** Signing up, in and out, and the access token. The identity library answers the calls under `/auth`. */
import * as z from 'zod/mini';

import { anyone, sessionHolder } from './access.ts';
import { endpoint, perAddress } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { Name } from './users.ts';

export const minPasswordLength = 6;
export const maxPasswordLength = 128;

/** How long an access token is valid. The page renews it before that. */
export const accessTokenSeconds = 15 * 60;

export const Email = z
  .string('Email Address is required')
  .check(
    z.trim(),
    z.minLength(1, 'Email Address is required'),
    z.maxLength(254, 'The e-mail address is at most 254 characters'),
    z.email('Enter an e-mail address, such as name@example.com'),
  );

/** What a login needs. */
export const Credentials = z.object({
  email: Email,
  password: z
    .string('Password Required')
    .check(
      z.minLength(1, { error: 'Password Required', abort: true }),
      z.minLength(minPasswordLength, 'Password must be 6 characters '),
      z.maxLength(maxPasswordLength, `The password is at most ${maxPasswordLength} characters`),
    ),
});
export type Credentials = z.infer<typeof Credentials>;

/** The message for a password that breaks a rule of {@link passwordRules}, or that is on a list of leaked ones. */
export const weakPassword = 'Password must be strong';

/** What a new password must contain, in addition to its length. */
export const passwordRules = {
  'an uppercase letter': /\p{Lu}/u,
  'a digit': /\d/,
} as const;

/** At least one uppercase letter and one digit. */
export const NewPassword = z.string('Password Required').check(
  z.minLength(1, { error: 'Password Required', abort: true }),
  z.minLength(minPasswordLength, { error: 'Password must be 6 characters ', abort: true }),
  z.maxLength(maxPasswordLength, `The password is at most ${maxPasswordLength} characters`),
  z.refine((password) => Object.values(passwordRules).every((rule) => rule.test(password)), {
    error: weakPassword,
  }),
);

/** The rules of {@link NewPassword}, in words for people. */
export const newPasswordHint = `At least ${minPasswordLength} characters, with an uppercase letter and a digit. Well-known ones such as “Password1” are refused.`;

export const NewAccount = z.object({ name: Name, email: Email, password: NewPassword });
export type NewAccount = z.infer<typeof NewAccount>;

const AccountUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.nullish(z.string()),
});
const Account = z.object({ user: AccountUser });
/** If a second factor is needed, the cookie gives access to nothing before `POST /auth/second-factor`. */
const SignedIn = z.extend(Account, { secondFactorNeeded: z.optional(z.boolean()) });

export const authErrors = {
  'auth.not-your-session': [403, 'This is not the session of that e-mail address.'],
  'auth.too-many-guesses': [429, 'Too many attempts. Please wait a moment, or set a new password by mail.'],
} as const satisfies ErrorTable;

/** The identity library's refusals: its codes, with our format and texts. */
export const identityErrors = {
  'auth.invalid-email-or-password': [401, 'Invalid email or password'],
  'auth.user-already-exists-use-another-email': [422, 'User already exists. Sign in, or use another e-mail.'],
  'auth.invalid-email': [400, 'Enter an e-mail address, such as name@example.com'],
  'auth.invalid-token': [400, 'This link does not work any more. Please ask for a new one.'],
  'auth.validation-error': [
    400,
    'Something is missing in this request, or is not valid. Please start again.',
  ],
  'auth.provider-not-found': [404, 'There is no such way to sign in'],
  'auth.google-away': [
    503,
    'Google does not answer at the moment. Please try again, or log in with your password.',
  ],
  'auth.invalid-origin': [403, 'This call may come only from the pages of this site'],
  'auth.missing-or-null-origin': [403, 'This call does not say from which page it comes'],
  'auth.invalid-callback-url': [403, 'The address to go on to is not one of this site'],
  'auth.invalid-redirect-url': [403, 'The address to go on to is not one of this site'],
  'auth.refused': [400, 'This did not work. Please try again.'],
} as const satisfies ErrorTable;

/** The redirect back from Google. */
export const authRateLimit = perAddress(120, 60);

export const signUp = endpoint({
  method: 'POST',
  path: '/auth/sign-up/email',
  summary: 'Create an account; sets the session cookie',
  access: anyone,
  body: NewAccount,
  reply: Account,
  errors: identityErrors,
  answeredBy: 'identity',
  rateLimit: perAddress(150, 3600),
});

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/sign-in/email',
  summary: 'Sign in with e-mail and password; sets the session cookie',
  access: anyone,
  body: Credentials,
  reply: SignedIn,
  errors: { ...identityErrors, ...authErrors },
  answeredBy: 'identity',
  rateLimit: perAddress(60, 60),
});

export const signInSocial = endpoint({
  method: 'POST',
  path: '/auth/sign-in/social',
  summary: 'Begin a sign-in with Google; answers the address for the popup',
  access: anyone,
  body: z.object({
    provider: z.literal('google'),
    callbackURL: z.string(),
    errorCallbackURL: z.optional(z.string()),
    newUserCallbackURL: z.optional(z.string()),
    disableRedirect: z.optional(z.boolean()),
  }),
  reply: z.object({ url: z.optional(z.string()), redirect: z.boolean() }),
  errors: identityErrors,
  answeredBy: 'identity',
  rateLimit: perAddress(60, 60),
});

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'End the session',
  access: anyone,
  reply: z.object({ success: z.boolean() }),
  errors: identityErrors,
  answeredBy: 'identity',
  rateLimit: perAddress(300, 60),
});

export const getSession = endpoint({
  method: 'GET',
  path: '/auth/get-session',
  summary: 'The session of the cookie, or null',
  access: anyone,
  reply: z.nullable(Account),
  errors: identityErrors,
  sharedErrors: ['request.second-factor-needed'],
  answeredBy: 'identity',
});

export const getAccessToken = endpoint({
  method: 'GET',
  path: '/jwt',
  summary: 'An access token of 15 minutes for the session of that very e-mail',
  access: sessionHolder,
  query: z.object({ email: z.optional(z.string()) }),
  reply: z.object({ accessToken: z.string() }),
  errors: authErrors,
  refusal: { accessToken: '' },
  // It stores that the session is in use. Each tab asks once in 13 minutes.
  rateLimit: perAddress(600, 60),
});
