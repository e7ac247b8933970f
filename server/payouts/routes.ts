import type { FastifyReply } from 'fastify';

import * as payouts from '#contract/payouts.ts';
import * as manual from '#contract/payouts-manual.ts';
import * as reversals from '#contract/payouts-reversals.ts';
import { modified } from '#contract/replies.ts';
import type { Api } from '#server/platform/http/http.ts';
import * as byHand from './pay-by-hand.ts';
import { takeOutBalance } from './take-out-balance.ts';
import type { PayoutServices } from './payout-services.ts';
import { listOwnPayouts, presentOverview } from './present-payouts.ts';
import { listStatement, writeStatement } from './read-statement.ts';
import { listRefusedReversals, retryReversal } from './refused-reversals.ts';
import * as service from './service.ts';

export function payoutRoutes(api: Api, services: PayoutServices): void {
  const { db } = services;
  api.on(payouts.getPayoutOverview, { handle: ({ person }) => presentOverview(services, person) });
  api.on(payouts.listPayouts, { handle: ({ person, query }) => listOwnPayouts(db, person.id, query) });
  api.on(payouts.getStatement, { handle: ({ person, query }) => listStatement(db, person.id, query) });
  api.on(payouts.exportStatement, {
    handle: async ({ person, query: { year }, reply }) =>
      asFile(reply, `ringback-${year}.csv`, await writeStatement(db, person.id, year)),
  });
  api.on(payouts.startOnboarding, {
    handle: async ({ person }) => ({ url: await service.startOnboarding(services, person.id) }),
  });
  api.on(payouts.checkOnboarding, {
    handle: async ({ person }) => {
      await service.checkOnboarding(services, person.id);
      return presentOverview(services, person);
    },
  });
  api.on(payouts.openPayoutAccount, {
    handle: async ({ person }) => ({ url: await service.openAccount(services, person.id) }),
  });
  api.on(payouts.changeBankDetails, {
    handle: async ({ person, body }) => modified(await service.changeBankDetails(services, person.id, body)),
  });
  api.on(reversals.listRefusedReversals, { handle: ({ query }) => listRefusedReversals(db, query) });
  api.on(reversals.retryReversal, {
    handle: async ({ params, person }) => modified(await retryReversal(services, params._id, person)),
  });
  manualRoutes(api, services);
}

function manualRoutes(api: Api, services: PayoutServices): void {
  api.on(manual.listSellerBalances, { handle: ({ query }) => byHand.listBalances(services, query) });
  api.on(manual.listPayoutLines, { handle: ({ query }) => byHand.listLines(services, query) });
  api.on(manual.exportPayouts, {
    handle: async ({ person }) => {
      const { id: insertedId, lines } = await byHand.exportPayouts(services, person);
      return { acknowledged: true as const, insertedId, lines };
    },
  });
  api.on(manual.takeOutBalance, {
    handle: async ({ params, person }) => modified(await takeOutBalance(services, params._id, person)),
  });
  api.on(manual.getPayoutExport, {
    handle: async ({ params: { _id }, reply }) =>
      asFile(reply, `ringback-payouts-${_id.slice(-12)}.csv`, await byHand.writeExport(services, _id)),
  });
  api.on(manual.confirmPayout, {
    handle: async ({ params, person }) => modified(await byHand.confirmPayout(services, params._id, person)),
  });
  api.on(manual.cancelPayout, {
    handle: async ({ params, person }) => modified(await byHand.cancelPayout(services, params._id, person)),
  });
  api.on(manual.failPayout, {
    handle: async ({ params, body, person }) =>
      modified(await byHand.failPayout(services, params._id, body, person)),
  });
}

/** Private: the file is only for the person who requested it, and must not be cached. */
function asFile(reply: FastifyReply, name: string, csv: string): string {
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
  return csv;
}
