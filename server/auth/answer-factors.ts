/** The routes for second factors. */
import * as calls from '#contract/auth-factors.ts';
import { deleted } from '#contract/replies.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import * as totp from './manage-totp.ts';
import { passSecondFactor, type SecondFactorServices } from './pass-second-factor.ts';
import { removeFactorsOf } from './remove-factors.ts';
import type { Api } from '#server/platform/http/http.ts';

const done = { status: true };

export function factorRoutes(api: Api, services: SecondFactorServices): void {
  api.on(calls.passSecondFactor, {
    handle: async ({ body, request, reply }) => {
      await passSecondFactor(services, request, reply, body);
      return done;
    },
  });
  api.on(calls.getFactors, {
    handle: ({ person }) => totp.readFactors(services.db, person),
  });
  api.on(calls.beginTotp, {
    handle: ({ person }) => totp.beginTotp(services, person),
  });
  api.on(calls.confirmTotp, {
    handle: async ({ person, body }) => ({
      recoveryCodes: await totp.confirmTotp(services, person, body),
    }),
  });
  api.on(calls.removeTotp, {
    handle: async ({ person }) => {
      await totp.removeTotp(services, person);
      return done;
    },
  });
  api.on(calls.renewRecoveryCodes, {
    handle: async ({ person }) => ({ recoveryCodes: await totp.renewRecoveryCodes(services, person) }),
  });
  api.on(calls.removeFactorsOf, {
    handle: async ({ person, params, body }) =>
      deleted(await removeFactorsOf(services, person, params._id, body.reason)),
  });
  api.on(calls.endSessionsOf, {
    handle: async ({ person, params, body }) =>
      deleted(await endSessionsOf(services, person, params._id, body.reason)),
  });
}
