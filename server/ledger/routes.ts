import { getMoney } from '#contract/ledger-balances.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { presentMoney } from './present-money.ts';

export function ledgerRoutes(api: Api, services: { readonly db: Executor; readonly clock: Clock }): void {
  api.on(getMoney, { handle: ({ query }) => presentMoney(services, Number(query.days)) });
}
