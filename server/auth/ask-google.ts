/** Signing in with Google, whose addresses are read from its discovery document. */
import { setTimeout as delay } from 'node:timers/promises';

import type { OAuthProvider } from 'better-auth/oauth2';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';

import { maxNameLength, Name } from '#contract/users.ts';
import type { GoogleConfig } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { CurrentAttempt } from './begin-session.ts';

/** The plugin of the identity library for signing in with Google. */
export function googleByDiscovery(
  { clientId, clientSecret, discoveryUrl }: GoogleConfig,
  attempt: CurrentAttempt,
  log: GoogleLog,
) {
  const plugin = genericOAuth({
    config: [
      {
        providerId: 'google',
        clientId,
        clientSecret,
        discoveryUrl,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        authorizationUrlParams: authTimeWanted,
        mapProfileToUser: ({ auth_time: seconds, name }) => {
          const current = attempt();
          if (current === undefined) return {};
          current.authenticatedByGoogleAt = typeof seconds === 'number' ? new Date(seconds * 1000) : null;
          current.nameAtGoogle = typeof name === 'string' ? usableName(name) : undefined;
          return {};
        },
      },
    ],
  });
  const init = async (ctx: Parameters<typeof plugin.init>[0]) => {
    const { context } = await Promise.race([
      plugin.init(ctx),
      delay(longestAnswerMs, { context: { socialProviders: [] } }, { ref: false }),
    ]);
    return {
      context: {
        ...context,
        socialProviders: context.socialProviders.map((provider) => askedForTokens(provider, log)),
      },
    };
  };
  return { ...plugin, init };
}

/** The name of an account, if it is valid here. */
export const usableName = (text: string): string | undefined =>
  Name.safeParse(text.trim().slice(0, maxNameLength)).data;

/** Asks Google when it last authenticated the person (OpenID Connect Core, section 5.5.1.1). */
const authTimeWanted = { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) };

/**
 * The library waits for Google without a limit: for the discovery document, which every call that needs a session waits
 * for, and for the tokens of a person who comes back from Google.
 */
const longestAnswerMs = 3_000;

type GoogleLog = Pick<Log, 'info' | 'error'>;

/**
 * The provider, which waits for tokens for a limited time and logs why there are none. The library refuses a sign-in
 * without tokens.
 */
const askedForTokens = <P extends Pick<OAuthProvider, 'validateAuthorizationCode'>>(
  provider: P,
  log: GoogleLog,
): P => ({
  ...provider,
  validateAuthorizationCode: async (data) => {
    try {
      const tokens = await Promise.race([
        provider.validateAuthorizationCode(data),
        delay(longestAnswerMs, null, { ref: false }),
      ]);
      if (tokens === null) log.error({ seconds: longestAnswerMs / 1000 }, 'Google gave no tokens in time');
      return tokens;
    } catch (cause) {
      const { error, error_description: reason, status, message } = Object(cause) as Refusal;
      // Any client can send an invented code.
      const level = error === 'invalid_grant' ? 'info' : 'error';
      log[level]({ code: error, reason: reason ?? message, status }, 'Google gave no tokens');
      return null;
    }
  },
});

/** An answer of Google's token endpoint (RFC 6749, section 5.2) with its status, or an error of the connection. */
type Refusal = Partial<Record<'error' | 'error_description' | 'message', string>> & {
  readonly status?: number;
};
