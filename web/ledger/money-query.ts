import { queryOptions } from '@tanstack/react-query';

import { type balanceDays, getMoney } from '#contract/ledger-balances.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

export type BalanceDays = (typeof balanceDays)[number];

/** The ledger's balances now and at the end of each day, for the admin. */
export const moneyQuery = (send: Send, days: BalanceDays) =>
  queryOptions({
    queryKey: accountKeys.ledger.money(days),
    queryFn: ({ signal }) => call(send, getMoney, { query: { days }, signal }),
    // Another range shows the previous range's figures until its own arrive.
    placeholderData: (before) => before,
  });
