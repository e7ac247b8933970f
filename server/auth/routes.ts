import * as account from '#contract/auth-account.ts';
import * as steps from '#contract/auth-step-up.ts';
import * as auth from '#contract/auth.ts';
import { deleted } from '#contract/replies.ts';
import { factorRoutes } from './answer-factors.ts';
import { passkeyRoutes } from './answer-passkeys.ts';
import { requestAddressChange, requestMail } from './request-mail.ts';
import { changePassword } from './change-password.ts';
import { grantGuess } from './guard-sign-in.ts';
import type { AccessTokens } from './issue-token.ts';
import type { NotifyOfAccount } from './jobs.ts';
import type { Identity } from './create-identity.ts';
import { checkLink } from './open-link.ts';
import * as proof from './prove-address.ts';
import { browserCookie, recogniseBrowser } from './recognise-browser.ts';
import * as service from './service.ts';
import type { SessionLife } from './session-life.ts';
import type { FactorSecrets } from './store-factors.ts';
import { countPasskeys } from './store-passkeys.ts';
import type { PasskeyChallenges } from './use-passkeys.ts';
import { listStepUpWays, requestStepUpCode, stepUp } from './step-up.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { Guard } from '#server/platform/http/http-guard.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Database } from '#server/platform/postgres/database.ts';

export interface AuthDependencies {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly identity: Identity;
  readonly tokens: AccessTokens;
  readonly publicUrl: string;
  readonly sessionLife: SessionLife;
  readonly notify: NotifyOfAccount;
  readonly rateLimitFactor: number;
  readonly factorSecrets: FactorSecrets;
  readonly challenges: PasskeyChallenges;
}

const done = { status: true };

export function authRoutes(api: Api, deps: AuthDependencies): void {
  api.on(auth.getAccessToken, {
    handle: async ({ person, query, request }) => ({
      accessToken: await service.issueAccessToken(deps, person, query.email, request.ip),
    }),
  });
  passwordRoutes(api, deps);
  addressRoutes(api, deps);
  stepUpRoutes(api, deps);
  factorRoutes(api, deps);
  passkeyRoutes(api, deps);
  sessionRoutes(api, deps);
}

function passwordRoutes(api: Api, deps: AuthDependencies): void {
  const { db, publicUrl } = deps;
  api.on(account.requestPasswordReset, {
    handle: async ({ body }) => {
      service.requireOwnAddress(deps.identity, body.redirectTo);
      await requestMail(deps, 'new-password', body.email);
      return done;
    },
  });
  api.on(account.resetPassword, {
    handle: async ({ body, request, reply }) => {
      const userId = await proof.setPassword(deps, body.token, body.newPassword);
      // A person with the link is the owner: guesses from elsewhere must not delay this browser.
      const browser = await recogniseBrowser(db, request.headers.cookie, '');
      await service.rememberBrowser(db, userId, browser);
      reply.header('Set-Cookie', browserCookie(browser, publicUrl.startsWith('https:')));
      return done;
    },
  });
  api.on(account.checkLink, { handle: ({ body }) => checkLink(deps, body) });
  api.on(account.changePassword, {
    handle: async ({ person, body }) => {
      await changePassword(deps, person, body.newPassword);
      return done;
    },
  });
  api.on(account.secureAccount, {
    handle: async ({ body }) => {
      await proof.secureAccount(deps, body.token);
      return done;
    },
  });
}

function addressRoutes(api: Api, deps: AuthDependencies): void {
  const { publicUrl, guard } = deps;
  api.on(account.sendVerificationEmail, {
    handle: async ({ body }) => {
      service.requireOwnAddress(deps.identity, body.callbackURL);
      await requestMail(deps, 'confirm-address', body.email);
      return done;
    },
  });
  api.on(account.verifyEmail, {
    handle: async ({ query: { token = '', callbackURL }, request, reply }) => {
      service.requireOwnAddress(deps.identity, callbackURL);
      const viewer = await guard.findSessionHolder(request);
      const viewerId = typeof viewer === 'object' ? viewer.id : undefined;
      const { result, isChange } = await proof.openProofLink(deps, token, viewerId);
      const needsToken = result === 'password-needed' || result === 'other-account';
      const query = new URLSearchParams({
        result,
        ...(needsToken ? { token } : {}),
        ...(needsToken && isChange ? { change: '1' } : {}),
      });
      reply.code(302).header('Location', `${publicUrl}/confirm-email?${query.toString()}`);
      return '';
    },
  });
  api.on(account.confirmAddress, {
    handle: async ({ body, request }) => {
      const guess = await grantGuess(deps, request, await proof.findLinkEmail(deps, body.token));
      return { result: await guess.attempt(() => proof.proveByPassword(deps, body.token, body.password)) };
    },
  });
  api.on(account.changeAddress, {
    handle: async ({ person, body }) => {
      await requestAddressChange(deps, person, body);
      return done;
    },
  });
  api.on(account.undoAddressChange, {
    handle: async ({ body }) => {
      await proof.undoAddressChange(deps, body.token, body.newPassword);
      return done;
    },
  });
}

function stepUpRoutes(api: Api, deps: AuthDependencies): void {
  api.on(steps.getStepUp, {
    handle: async ({ person }) => ({
      ways: await listStepUpWays(deps.db, person),
      hasPasskey: (await countPasskeys(deps.db, person.id)) > 0,
    }),
  });
  api.on(steps.stepUp, {
    handle: async ({ person, body, request }) => {
      const guess = await grantGuess(deps, request, person.email);
      await guess.attempt(() => stepUp(deps, person, body));
      return done;
    },
  });
  api.on(steps.sendStepUpCode, {
    handle: async ({ person }) => {
      await requestStepUpCode(deps, person);
      return done;
    },
  });
}

function sessionRoutes(api: Api, { db }: AuthDependencies): void {
  api.on(account.listSessions, {
    handle: ({ person }) => service.listSessions(db, person),
  });
  api.on(account.endSession, {
    owns: (id, person) => service.ownsSession(db, id, person),
    handle: async ({ params }) => deleted(await service.endSession(db, params._id)),
  });
  api.on(account.endOtherSessions, {
    handle: async ({ person }) => deleted(await service.endOtherSessions(db, person)),
  });
}
