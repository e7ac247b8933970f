import { useInfiniteQuery } from '@tanstack/react-query';

import { MoneyOverview } from '#web/ledger/money-overview.tsx';
import { useSend } from '#web/platform/runtime.tsx';
import { Comparison } from '#web/reconciliation/comparison.tsx';
import { DifferenceTable } from '#web/reconciliation/difference-table.tsx';
import { differencesQuery } from '#web/reconciliation/reconciliation-queries.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { StuckLists } from './stuck-lists.tsx';
import { useStuckMatters } from './use-stuck-matters.tsx';

/** Where the money is, the differences from the card processor's records, and what is stuck. */
export function MoneyPanels() {
  const send = useSend();
  const open = useInfiniteQuery(differencesQuery(send, 'open'));
  const explained = useInfiniteQuery(differencesQuery(send, 'explained'));
  const hasExplained = explained.data?.pages.some(({ items }) => items.length > 0) ?? true;
  return (
    <div className="grid gap-6">
      <MoneyOverview />
      <Panel title="Ledger and card processor">
        <Comparison />
        <DifferenceTable show="open" list={open} />
        {hasExplained && (
          <Disclosure summary="Explained differences">
            <DifferenceTable show="explained" list={explained} />
          </Disclosure>
        )}
      </Panel>
      <Stuck />
    </div>
  );
}

function Stuck() {
  return (
    <StuckLists
      nothing={<p className="text-quiet">Nothing is stuck: no charge, transfer, event, job or mail.</p>}
      lists={Object.values(useStuckMatters())}
    />
  );
}
