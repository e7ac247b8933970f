/** Signing in with Google, whose addresses are read from its discovery document. */
import { setTimeout as delay } from 'node:timers/promises';

import type { OAuthProvider } from 'better-auth/oauth2';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';

import { maxNameLength, Name } from '#contract/users.ts';
import type { GoogleConfig } from '#server/platform/config.ts';
import type { CurrentAttempt } from './begin-session.ts';

/** The plugin of the identity library for signing in with Google. */
export function googleByDiscovery(
  { clientId, clientSecret, discoveryUrl }: GoogleConfig,
  attempt: CurrentAttempt,
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
    return { context: { ...context, socialProviders: context.socialProviders.map(withTimeLimit) } };
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

const withTimeLimit = <P extends Pick<OAuthProvider, 'validateAuthorizationCode'>>(provider: P): P => ({
  ...provider,
  // Without tokens the library refuses the code.
  validateAuthorizationCode: (data) =>
    Promise.race([provider.validateAuthorizationCode(data), delay(longestAnswerMs, null, { ref: false })]),
});
