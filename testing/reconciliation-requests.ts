/** For each call about the processor's records a request that an admin may make. */
import { isNull } from 'drizzle-orm';

import type { DifferenceReason } from '#contract/reconciliation-words.ts';
import { ledgerDifferences, reconciliations } from '#db/tables/reconciliation.ts';
import { newId } from '#server/platform/postgres/database.ts';

import type { Market } from './market.ts';

interface ReconciliationCase {
  make(market: Market): Promise<{ readonly path: string; readonly body?: unknown }>;
}

export const reconciliationCases: Readonly<Record<string, ReconciliationCase>> = {
  'reconciliation.listReconciliations': { make: async () => ({ path: '/reconciliations' }) },
  'reconciliation.startReconciliation': {
    make: async (market) => {
      await endReconciliations(market);
      return { path: '/reconciliations', body: {} };
    },
  },
  'reconciliation.listDifferences': { make: async () => ({ path: '/ledgerDifferences' }) },
  'reconciliation.processDifference': {
    make: async (market) => ({
      path: `/ledgerDifferences/${await ledgerDifference(market, 'on-its-way')}/process`,
      body: {},
    }),
  },
  'reconciliation.recordDifference': {
    make: async (market) => ({
      path: `/ledgerDifferences/${await ledgerDifference(market)}/record`,
      body: {},
    }),
  },
  'reconciliation.explainDifference': {
    make: async (market) => ({
      path: `/ledgerDifferences/${await ledgerDifference(market)}/explain`,
      body: { explanation: 'A gift' },
    }),
  },
};

/** A movement that the ledger does not have. */
async function ledgerDifference(
  { services: { db } }: Pick<Market, 'services'>,
  reason: DifferenceReason = 'processors-own',
): Promise<string> {
  const id = newId();
  const time = new Date();
  await db.insert(ledgerDifferences).values({
    id,
    key: `movement:txn_${id.replaceAll('-', '')}`,
    reason,
    processorCents: -2_500,
    ledgerCents: 0,
    happenedAt: time,
    foundAt: time,
  });
  return id;
}

/** Ends comparisons, so that the next one can begin at once. */
async function endReconciliations({ services: { db } }: Market): Promise<void> {
  await db.update(reconciliations).set({ endedAt: new Date() }).where(isNull(reconciliations.endedAt));
}
