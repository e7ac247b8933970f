import { queryOptions } from '@tanstack/react-query';

import { type balanceDays, getMoney } from '#contract/ledger-balances.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

export type BalanceDays = (typeof balanceDays)[number];

/** What is read of the ledger. */
export const ledgerKey = ['ledger'] as const;

/** The ledger's balances now and at the end of each day, for the admin. */
export const moneyQuery = (send: Send, days: BalanceDays) =>
  queryOptions({
    queryKey: [...ledgerKey, 'money', days],
    queryFn: ({ signal }) => call(send, getMoney, { query: { days }, signal }),
    // Another range shows the figures that it shares with the one before until it is there.
    placeholderData: (before) => before,
  });
