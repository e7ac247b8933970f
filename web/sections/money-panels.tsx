import { MoneyOverview } from '#web/ledger/money-overview.tsx';
import { FailedMailTable } from '#web/mails/failed-mail-table.tsx';
import { ChargeIssueTable } from '#web/payments/charge-issue-table.tsx';
import { FailedEventTable } from '#web/payments/failed-event-table.tsx';
import { Comparison } from '#web/reconciliation/comparison.tsx';
import { DifferenceTable } from '#web/reconciliation/difference-table.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** Where the money is, what differs from the card processor's books, and what is stuck. */
export function MoneyPanels() {
  return (
    <div className="grid gap-6">
      <MoneyOverview />
      <Panel title="Ledger and card processor">
        <Comparison />
        <DifferenceTable show="open" />
        <Disclosure summary="Explained differences">
          <DifferenceTable show="explained" />
        </Disclosure>
      </Panel>
      <Panel title="Charges that wait for a decision">
        <ChargeIssueTable />
      </Panel>
      <Panel title="Card processor events that are stuck">
        <FailedEventTable />
      </Panel>
      <Panel title="Mail that is stuck">
        <FailedMailTable />
      </Panel>
    </div>
  );
}
