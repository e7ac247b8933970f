import Provider, { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type pg from 'pg';
import { renderProblem } from './choose-pages.ts';
import { findPerson, type Person } from './people.ts';
import { recordStore } from './record-store.ts';
import type { Keys } from './signing-keys.ts';

export type GoogleClient = { clientId: string; clientSecret: string; redirectUris: readonly string[] };

const { Prompt, base } = interactionPolicy;
const scopes = ['openid', 'email', 'profile'];
const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** An OpenID provider that behaves as Google's does for one client: code flow, optional PKCE, no consent page. */
export function createProvider(pool: pg.Pool, issuer: string, client: GoogleClient, keys: Keys): Provider {
  const mountPath = new URL(issuer).pathname.replace(/\/$/, '');
  const provider = new Provider(issuer, {
    ...lifetimes,
    adapter: recordStore(pool),
    jwks: keys.jwks,
    clients: [describeClient(client)],
    scopes,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // Google includes e-mail and profile in the id token, not only in the answer of userinfo.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => false },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      // Google says when it authenticated the person, if that is requested.
      claimsParameter: { enabled: true },
    },
    cookies: {
      keys: keys.cookieKeys,
      names: {
        session: 'sandbox_google',
        interaction: 'sandbox_google_choice',
        resume: 'sandbox_google_resume',
      },
      short: cookie,
      // A path that no page uses: nobody stays signed in, so that each sign-in asks again.
      long: { ...cookie, path: `${mountPath}/session` },
    },
    interactions: { policy: choicePolicy(), url: (_ctx, { uid }) => `${mountPath}/choose/${uid}` },
    loadExistingGrant: grantEverything,
    findAccount: async (_ctx, sub) => {
      const person = await findPerson(pool, sub);
      return person && { accountId: sub, claims: async () => claimsOf(person, issuer) };
    },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = renderProblem(mountPath, 'Sign-in did not work', out.error_description ?? out.error);
    },
  });
  // Behind a proxy or with another host name, all its URLs still have the public origin.
  provider.proxy = true;
  return provider;
}

const hour = 3600;
const lifetimes: Configuration = {
  ttl: {
    AccessToken: hour,
    AuthorizationCode: 60,
    Grant: hour,
    IdToken: hour,
    Interaction: hour,
    Session: hour,
  },
};

function describeClient({
  clientId,
  clientSecret,
  redirectUris,
}: GoogleClient): NonNullable<Configuration['clients']>[number] {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    client_name: 'Ringback',
    redirect_uris: [...redirectUris],
    response_types: ['code'],
    grant_types: ['authorization_code'],
  };
}

function choicePolicy(): interactionPolicy.DefaultPolicy {
  const policy = base();
  policy.remove('consent');
  policy.add(new Prompt({ name: 'consent', requestable: true }));
  policy.add(new Prompt({ name: 'select_account', requestable: true }));
  return policy;
}

async function grantEverything({
  oidc,
}: KoaContextWithOIDC): Promise<InstanceType<Provider['Grant']> | undefined> {
  const accountId = oidc.session?.accountId;
  if (accountId === undefined) return undefined;
  const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId });
  grant.addOIDCScope(scopes.join(' '));
  await grant.save();
  return grant;
}

function claimsOf(
  { sub, email, name }: Person,
  issuer: string,
): { sub: string; [claim: string]: string | boolean } {
  const [given = name, ...family] = name.split(' ');
  return {
    sub,
    email,
    email_verified: true,
    name,
    given_name: given,
    family_name: family.join(' '),
    picture: `${issuer}/people/${sub}.png`,
  };
}
