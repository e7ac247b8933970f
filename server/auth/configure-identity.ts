/** The identity library, set up on our tables, with our password hash, mails and Google by discovery. */
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import type * as z from 'zod/mini';

import {
  identityErrors,
  maxPasswordLength,
  minPasswordLength,
  NewAccount,
  PasswordReset,
} from '#contract/auth.ts';
import { requestErrors } from '#contract/errors.ts';
import { accounts, sessions, verifications } from '#db/tables/auth.ts';
import { users } from '#db/tables/users.ts';
import type { GoogleConfig } from '#server/platform/config.ts';
import { ownAddress } from './own-address.ts';
import type { KindOfMail } from '#server/mails/service.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { fieldErrors } from '#server/platform/http/http-input.ts';
import { type Log, withoutParameters } from '#server/platform/log/log.ts';

export interface IdentityOptions {
  readonly db: Database;
  readonly publicUrl: string;
  readonly trustedOrigins: readonly string[];
  readonly secret: string;
  readonly google: GoogleConfig;
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>;
  readonly sendMail: (mail: KindOfMail) => Promise<void>;
}

/** OWASP's first recommendation for argon2id, which is the library's algorithm: 19 MiB, two passes, one lane. */
const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, passwordCost);

/** Builds the identity library's handler and API for one installation. */
export function configureIdentity(options: IdentityOptions) {
  const { db, publicUrl, trustedOrigins, secret, google } = options;
  return betterAuth({
    appName: 'Ringback',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...trustedOrigins],
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => options.log[level]({ library: 'better-auth' }, withoutParameters(message)),
    },
    onAPIError: {
      // To us, who log them in our form; the library would print them with every value of the statement.
      throw: true,
      // Where a sign-in with Google ends that went wrong without saying where it began.
      errorURL: `${publicUrl}/auth/popup-done`,
    },
    // Ours counts, so that one factor moves every limit.
    rateLimit: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: { fields: { image: 'photoUrl' } },
    advanced: {
      database: { generateId: () => newId() },
      useSecureCookies: publicUrl.startsWith('https:'),
      cookiePrefix: 'ringback',
      // Said aloud: the library leaves the check out by itself where it thinks it is being tested.
      disableOriginCheck: false,
    },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    emailAndPassword: passwordOptions(options),
    emailVerification: verificationOptions(options),
    hooks: { before: createAuthMiddleware((ctx) => checkInput(ctx, options)) },
    databaseHooks: { user: { create: { before: withoutForeignPhoto } } },
    plugins: [googleByDiscovery(google)],
  });
}

const googleByDiscovery = ({ clientId, clientSecret, discoveryUrl }: GoogleConfig) =>
  genericOAuth({
    config: [
      {
        providerId: 'google',
        clientId,
        clientSecret,
        discoveryUrl,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
      },
    ],
  });

function passwordOptions({ publicUrl, sendMail }: IdentityOptions) {
  return {
    enabled: true,
    minPasswordLength,
    maxPasswordLength,
    revokeSessionsOnPasswordReset: true,
    password: {
      hash: hashPassword,
      verify: ({ hash: stored, password }: { hash: string; password: string }) => verify(stored, password),
    },
    sendResetPassword: ({ user, token }: { user: { email: string }; token: string }) =>
      sendMail({
        kind: 'new-password',
        to: user.email,
        subject: 'A new password for Ringback',
        text: [
          'Somebody, hopefully you, asked for a new password.',
          `Set it here within an hour: ${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
          'If it was not you, do nothing: your password stays as it is.',
        ].join('\n\n'),
      }),
  };
}

function verificationOptions({ sendMail }: IdentityOptions) {
  return {
    sendOnSignUp: true,
    sendVerificationEmail: ({ user, url }: { user: { email: string }; url: string }) =>
      sendMail({
        kind: 'confirm-address',
        to: user.email,
        subject: 'Confirm your e-mail address for Ringback',
        text: `Welcome to Ringback.\n\nPlease confirm that this address is yours: ${url}`,
      }),
  };
}

const inputs: Readonly<Record<string, z.ZodMiniType>> = {
  '/sign-up/email': NewAccount,
  '/reset-password': PasswordReset,
};

/** The library checks lengths only: the spec's rules and messages hold on the server, too. */
async function checkInput(
  ctx: { path: string; body?: unknown; query?: unknown },
  options: Pick<IdentityOptions, 'publicUrl' | 'trustedOrigins'>,
): Promise<void> {
  checkAddresses(ctx, options);
  const schema = inputs[ctx.path];
  if (schema === undefined) return;
  const result = schema.safeParse(ctx.body ?? {});
  if (result.success) return;
  const errors = fieldErrors(result.error.issues);
  throw new APIError('BAD_REQUEST', {
    code: 'request.invalid',
    message: errors[0]?.message ?? requestErrors['request.invalid'][1],
    errors,
  });
}

const addressFields = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const;

/** Nobody is led away from this site by an address that a call was given. */
function checkAddresses(
  { body, query }: { body?: unknown; query?: unknown },
  { publicUrl, trustedOrigins }: Pick<IdentityOptions, 'publicUrl' | 'trustedOrigins'>,
): void {
  const values = [body, query].flatMap((part) =>
    addressFields.map((name): unknown => Reflect.get(Object(part), name)),
  );
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'string' && ownAddress(value, publicUrl, trustedOrigins) !== undefined) continue;
    const message = identityErrors['auth.invalid-callback-url'][1];
    throw new APIError('FORBIDDEN', { code: 'INVALID_CALLBACK_URL', message });
  }
}

/** A photo comes from an upload or from Google, never from the body of a sign-up. */
async function withoutForeignPhoto<U extends { image?: string | null; name: string }>(
  user: U,
  context: { path?: string } | null,
) {
  const name = user.name.trim().slice(0, 80) || 'Somebody';
  return { data: context?.path === '/sign-up/email' ? { ...user, name, image: null } : { ...user, name } };
}
