/** The identity library, set up on our tables, with our password hash and Google by discovery. */
import { verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import * as z from 'zod/mini';

import {
  Credentials,
  identityErrors,
  maxPasswordLength,
  minPasswordLength,
  NewAccount,
} from '#contract/auth.ts';
import { noObject, requestErrors } from '#contract/errors.ts';
import { accounts, sessions, verifications } from '#db/tables/auth.ts';
import { users } from '#db/tables/users.ts';
import type { GoogleConfig } from '#server/platform/config.ts';
import { googleByDiscovery, usableName } from './ask-google.ts';
import { beginAttempt, type CurrentAttempt, sessionHooks, sessionStarter } from './begin-session.ts';
import { hashPassword } from './hash-password.ts';
import { isReserved } from './mail-links.ts';
import { ownAddress } from './own-address.ts';
import { claimUnconfirmedAccount } from './prove-address.ts';
import { UnleakedPassword } from './refuse-leaked.ts';
import type { SessionLife } from './session-life.ts';
import { type Database, newId, violatedIndex } from '#server/platform/postgres/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { isOfDatabase } from '#server/platform/postgres/database-away.ts';
import { fieldErrors, isObject, parseSchema } from '#server/platform/http/http-input.ts';
import { type Log, withoutTypedValues } from '#server/platform/log/log.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Failure, failWith } from '#server/platform/failure.ts';

const fail = failWith(identityErrors);

/**
 * The library's own pool. Its transactions call our hooks, which need a second connection: with a single pool, ten
 * simultaneous sign-ups could deadlock on connections.
 */
export const identityPool = { maxConnections: 4 };

export interface IdentityOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  /** Opened with {@link identityPool}. */
  readonly identityDb: Database;
  readonly publicUrl: string;
  readonly trustedOrigins: readonly string[];
  readonly secret: string;
  readonly google: GoogleConfig;
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>;
  readonly clock: Clock;
  readonly sessionLife: SessionLife;
}

/** Builds the identity library's handler and API for one installation. */
export function configureIdentity(options: IdentityOptions, attempt: CurrentAttempt) {
  const { identityDb, publicUrl, trustedOrigins, secret, google } = options;
  return betterAuth({
    appName: 'Ringback',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...trustedOrigins],
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message, ...told: unknown[]) => {
        const current = attempt();
        const failure = failureOf(told);
        if (current !== undefined && failure !== undefined) current.failure = failure;
        const isClientFault = failure === undefined ? clientFaults.test(message) : isRefusal(failure);
        options.log[isClientFault ? 'info' : level]({ library: 'better-auth' }, loggable(message));
      },
    },
    onAPIError: {
      // We log them in our format; the library would print them with every value of the statement.
      throw: true,
      // The page of a failed sign-in with Google that does not say where it began.
      errorURL: `${publicUrl}/auth/popup-done`,
    },
    // Our own limiter is used, so that one factor applies to every limit.
    rateLimit: { enabled: false },
    database: drizzleAdapter(identityDb, {
      provider: 'pg',
      // An account and its password are stored together. In between, the account would have no way to sign in.
      transaction: true,
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: { fields: { image: 'photoUrl' } },
    advanced: {
      database: { generateId: () => newId() },
      useSecureCookies: publicUrl.startsWith('https:'),
      cookiePrefix: 'ringback',
      // Set explicitly, because the library disables the check if it believes that it runs in a test.
      disableOriginCheck: false,
    },
    session: sessionOptions(options.sessionLife),
    // Links for new passwords and for confirming addresses are our own: each is used once, in one transaction.
    emailAndPassword: passwordOptions,
    account: {
      // Google confirms the owner of the address; what an impostor set up before is void, see `account.create` below.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    hooks: { before: beforeCall(options, attempt) },
    databaseHooks: {
      user: { create: { before: (user, ctx) => newUser(options, user, ctx) } },
      account: { create: { before: (account) => claimForGoogle(options, account, attempt()?.nameAtGoogle) } },
      session: sessionHooks(options, attempt),
    },
    plugins: [googleByDiscovery(google, attempt, options.log), sessionStarter()],
  });
}

/** A failure that the client caused and is told about, such as an address that is taken. */
const isRefusal = (failure: Error): boolean => failure instanceof Failure && failure.status < 500;

/** A message of the library, which knows our setting by another name. */
const loggable = (message: string): string =>
  withoutTypedValues(message).replace('BETTER_AUTH_SECRET', 'AUTH_SECRET');

/** Messages of the library that any client can cause with an invalid call or a forged redirect from Google. */
const clientFaults =
  /^(?:State not found|Failed to parse state|INVALID_CALLBACK_REQUEST|Invalid (?:\w+URL|origin): |Provider not found)/;

const beforeCall = (options: IdentityOptions, attempt: CurrentAttempt) =>
  createAuthMiddleware(async (ctx) => {
    await checkInput(ctx, options);
    await beginAttempt(options.db, ctx, attempt());
    return withPlainAddress(ctx.body);
  });

/** Changes the call's e-mail address as the contract does: without white space around it. */
function withPlainAddress(body: unknown) {
  if (!isObject(body) || !('email' in body) || typeof body.email !== 'string') return undefined;
  return { context: { body: { ...body, email: body.email.trim() } } };
}

/** `session-life.ts` decides how long a session lasts; the cookie lasts as long as a session possibly can. */
const sessionOptions = ({ maxDays }: SessionLife) =>
  ({
    expiresIn: maxDays * 24 * 3600,
    disableSessionRefresh: true,
    additionalFields: {
      accessVersion: { type: 'number', input: false, returned: false },
      authenticatedAt: { type: 'date', input: false, returned: false },
      awaitsFactor: { type: 'boolean', input: false },
    },
  }) as const;

const passwordOptions = {
  enabled: true,
  minPasswordLength,
  maxPasswordLength,
  password: {
    hash: hashPassword,
    verify: ({ hash: stored, password }: { hash: string; password: string }) => verify(stored, password),
  },
};

const inputs: Readonly<Record<string, z.ZodMiniType>> = {
  '/sign-in/email': Credentials,
  '/sign-up/email': z.extend(NewAccount, { password: UnleakedPassword }),
};

/** The library checks only lengths, so the server applies the spec's rules and messages here. */
async function checkInput(
  ctx: { path: string; body?: unknown; query?: unknown },
  options: Pick<IdentityOptions, 'publicUrl' | 'trustedOrigins'>,
): Promise<void> {
  checkAddresses(ctx, options);
  const schema = inputs[ctx.path];
  if (schema === undefined) return;
  if (!isObject(ctx.body ?? {}))
    throw new APIError('BAD_REQUEST', { code: 'request.invalid', message: noObject });
  const result = parseSchema(schema, ctx.body ?? {});
  if (result.success) return;
  const isSignIn = ctx.path === '/sign-in/email';
  const issues = result.error.issues.filter(({ path }) => !isSignIn || lacks(ctx.body, path[0]));
  if (issues.length === 0) return;
  const errors = fieldErrors(issues);
  throw new APIError('BAD_REQUEST', {
    code: 'request.invalid',
    message: errors[0]?.message ?? requestErrors['request.invalid'][1],
    errors,
  });
}

/** A sign-in is refused here only if a field is missing: a password that breaks the rules is simply a wrong one. */
function lacks(body: unknown, field: PropertyKey = ''): boolean {
  const value: unknown = Reflect.get(Object(body), field);
  return typeof value !== 'string' || value === '';
}

const addressFields = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const;

/** A redirect address in a call must be one of this site. */
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

/** What a call fails with, of what the library logs; undefined if the library answers it. */
function failureOf(told: readonly unknown[]): Error | undefined {
  for (const error of told.filter(isOfDatabase)) {
    const index = violatedIndex(error);
    if (index === undefined) return error;
    // Of simultaneous sign-ups with one address, the library only says that they have failed.
    if (index === 'users_email_key') return fail('auth.user-already-exists-use-another-email');
  }
  return undefined;
}

/** Before an account can be used with Google, everything that an impostor may have set up in it is made void. */
async function claimForGoogle(
  options: IdentityOptions,
  account: { userId: string; providerId: string },
  name: string | undefined,
): Promise<void> {
  if (account.providerId === 'google') await claimUnconfirmedAccount(options, account.userId, name);
}

/**
 * Takes a photo from an upload or from Google only, never from the body of a sign-up, and no name of a Google account
 * that would not be valid here. Refuses an address that its former owner can still get back.
 */
async function newUser<U extends { email: string; image?: string | null; name: string }>(
  { db, clock }: IdentityOptions,
  user: U,
  context: { path?: string } | null,
) {
  if (await isReserved(db, user.email.toLowerCase(), clock.now())) {
    const code = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
    const message = identityErrors['auth.user-already-exists-use-another-email'][1];
    throw new APIError('UNPROCESSABLE_ENTITY', { code, message });
  }
  const name = usableName(user.name) ?? 'Somebody';
  return { data: context?.path === '/sign-up/email' ? { ...user, name, image: null } : { ...user, name } };
}
