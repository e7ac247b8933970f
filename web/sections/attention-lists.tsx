import { useInfiniteQuery } from '@tanstack/react-query';

import { LateDisputeTable } from '#web/orders/late-dispute-table.tsx';
import { lateDisputesQuery } from '#web/orders/order-queries.ts';
import { ChargebackTable, chargebacksQuery } from '#web/payments/chargeback-table.tsx';
import allSettled from '#web/pictures/all-settled.svg';
import { useSend } from '#web/platform/runtime.tsx';
import { DifferenceTable } from '#web/reconciliation/difference-table.tsx';
import { differencesQuery } from '#web/reconciliation/reconciliation-queries.ts';
import { EmptyState } from '#web/ui/notices.tsx';

import { StuckLists } from './stuck-lists.tsx';
import { useStuckMatters } from './use-stuck-matters.tsx';

/** Matters that need a person, because Ringback could not finish them by itself. */
export function AttentionLists() {
  const send = useSend();
  const decisions = useInfiniteQuery(lateDisputesQuery(send));
  const chargebacks = useInfiniteQuery(chargebacksQuery(send));
  const differences = useInfiniteQuery(differencesQuery(send, 'overdue'));
  const { charges, reversals, ...background } = useStuckMatters();
  return (
    <div className="grid gap-6">
      <StuckLists
        nothing={
          <EmptyState title="Nothing needs your attention" picture={allSettled}>
            What Ringback cannot finish by itself appears here: late decisions, charges, chargebacks, jobs,
            mail.
          </EmptyState>
        }
        lists={[
          { title: 'Late decisions', list: decisions, table: <LateDisputeTable list={decisions} /> },
          charges,
          { title: 'Chargebacks', list: chargebacks, table: <ChargebackTable list={chargebacks} /> },
          reversals,
          {
            title: 'Ledger and card processor',
            list: differences,
            table: <DifferenceTable show="overdue" list={differences} />,
          },
          ...Object.values(background),
        ]}
      />
    </div>
  );
}
