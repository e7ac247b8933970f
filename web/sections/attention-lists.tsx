import { FailedMailTable } from '#web/mails/failed-mail-table.tsx';
import { LateDisputeTable } from '#web/orders/late-dispute-table.tsx';
import { ChargeIssueTable } from '#web/payments/charge-issue-table.tsx';
import { ChargebackTable } from '#web/payments/chargeback-table.tsx';
import { FailedEventTable } from '#web/payments/failed-event-table.tsx';
import { DifferenceTable } from '#web/reconciliation/difference-table.tsx';

const lists = [
  ['Late decisions', 'decisions', <LateDisputeTable key="decisions" />],
  ['Charges', 'charges', <ChargeIssueTable key="charges" />],
  ['Chargebacks', 'chargebacks', <ChargebackTable key="chargebacks" />],
  ['Ledger and card processor', 'differences', <DifferenceTable key="differences" show="overdue" />],
  ['Card processor', 'processor', <FailedEventTable key="processor" />],
  ['Mail', 'mail', <FailedMailTable key="mail" />],
] as const;

/** What the product could not bring to an end by itself. */
export function AttentionLists() {
  return (
    <div className="grid gap-10">
      {lists.map(([title, id, list]) => (
        <section key={id} aria-labelledby={id} className="grid min-w-0 gap-2">
          <h2 id={id} className="text-title">
            {title}
          </h2>
          {list}
        </section>
      ))}
    </div>
  );
}
