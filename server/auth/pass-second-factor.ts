/** The second step of a sign-in. Until it is done, the session of the first step gives no access. */
import type { FastifyReply, FastifyRequest } from 'fastify';

import { factorErrors, type SecondFactor, secondFactorMinutes } from '#contract/auth-factors.ts';
import { passkeyErrors } from '#contract/auth-passkeys.ts';
import { minuteMs } from '#contract/durations.ts';
import { notLoggedIn, requestErrors } from '#contract/errors.ts';
import { type FactorServices, takeFactorCode } from './check-factor.ts';
import { findSessionOf } from './create-identity.ts';
import { completeSignIn, grantGuess, type SignInDependencies } from './guard-sign-in.ts';
import * as repository from './repository.ts';
import { type PasskeyServices, takePasskey } from './use-passkeys.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith({ ...factorErrors, ...passkeyErrors, ...requestErrors });

export interface SecondFactorServices extends FactorServices, PasskeyServices, SignInDependencies {
  readonly publicUrl: string;
  readonly db: SignInDependencies['db'];
  readonly clock: SignInDependencies['clock'];
}

/**
 * Completes a sign-in that waits for its second factor: a new session, with a new cookie, replaces the waiting one.
 *
 * @throws Failure auth.second-factor-late, auth.too-many-guesses, auth.wrong-code, auth.code-used, and the failures of
 *   {@link takePasskey}
 */
export async function passSecondFactor(
  services: SecondFactorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { code = '', passkey }: SecondFactor,
): Promise<void> {
  const { db, clock } = services;
  const session = await findWaiting(services, request);
  const since = new Date(clock.now().getTime() - secondFactorMinutes * minuteMs);
  const waiting = await repository.findWaitingSession(db, session, since);
  if (waiting === undefined) throw fail('auth.second-factor-late');
  const guess = await grantGuess(services, request, waiting.email, 'second-factor');
  await guess.attempt(async () => {
    if (passkey === undefined) await takeFactorCode(services, waiting.userId, code);
    else if ((await takePasskey(services, passkey)).userId !== waiting.userId)
      throw fail('auth.passkey-unknown');
  });
  // Of two concurrent requests with the same session, the second finds it deleted.
  if ((await repository.removeSession(db, session)) === 0) throw fail('auth.second-factor-late');
  await beginSession(services, request, reply, waiting);
}

async function findWaiting({ identity }: SecondFactorServices, request: FastifyRequest): Promise<string> {
  const session = await findSessionOf(identity, request);
  if (session === undefined) throw fail('request.forbidden', { detail: notLoggedIn });
  if (!session.awaitsFactor) throw fail('request.forbidden', { detail: 'You are already logged in.' });
  return session.sessionId;
}

/** Begins a session for a person who has passed every required step, and sets its cookies. */
export async function beginSession(
  services: SecondFactorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  person: { readonly userId: string; readonly accessVersion: number },
): Promise<void> {
  const { cookies, begun } = await services.identity.begin(request, person);
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
  reply.header('Set-Cookie', await completeSignIn(services, request, begun));
}
