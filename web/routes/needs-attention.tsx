import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { LateDisputeTable } from '#web/orders/late-dispute-table.tsx';
import { FailedMailTable } from '#web/mails/failed-mail-table.tsx';
import { ChargeIssueTable } from '#web/payments/charge-issue-table.tsx';
import { ChargebackTable } from '#web/payments/chargeback-table.tsx';
import { FailedEventTable } from '#web/payments/failed-event-table.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Needs attention', isPrivate: true });

export default function NeedsAttentionPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="Needs attention" intro="What Ringback could not bring to an end by itself.">
        <div className="grid gap-10">
          <section aria-labelledby="decisions" className="grid min-w-0 gap-2">
            <h2 id="decisions" className="text-title">
              Late decisions
            </h2>
            <LateDisputeTable />
          </section>
          <section aria-labelledby="charges" className="grid min-w-0 gap-2">
            <h2 id="charges" className="text-title">
              Charges
            </h2>
            <ChargeIssueTable />
          </section>
          <section aria-labelledby="chargebacks" className="grid min-w-0 gap-2">
            <h2 id="chargebacks" className="text-title">
              Chargebacks
            </h2>
            <ChargebackTable />
          </section>
          <section aria-labelledby="processor" className="grid min-w-0 gap-2">
            <h2 id="processor" className="text-title">
              Card processor
            </h2>
            <FailedEventTable />
          </section>
          <section aria-labelledby="mail" className="grid min-w-0 gap-2">
            <h2 id="mail" className="text-title">
              Mail
            </h2>
            <FailedMailTable />
          </section>
        </div>
      </DashboardPage>
    </RoleGuard>
  );
}
