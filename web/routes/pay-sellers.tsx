import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { TakeOut } from '#web/payouts/export-file.tsx';
import { LinesTable } from '#web/payouts/lines-table.tsx';
import { OwedTable, OwingTable } from '#web/payouts/owed-table.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Pay Sellers', isPrivate: true });

export default function PaySellersPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage
        title="Pay Sellers"
        intro="What sellers are owed. Where payouts are made by hand, take it out as a file, pay it by bank, and confirm each line."
        action={<TakeOut />}
      >
        <div className="grid gap-10">
          <section aria-labelledby="owed" className="grid min-w-0 gap-2">
            <h2 id="owed" className="text-title">
              Owed
            </h2>
            <OwedTable />
          </section>
          <section aria-labelledby="lines" className="grid min-w-0 gap-2">
            <h2 id="lines" className="text-title">
              Taken out
            </h2>
            <LinesTable />
          </section>
          <section aria-labelledby="owing" className="grid min-w-0 gap-2">
            <h2 id="owing" className="text-title">
              Owe us
            </h2>
            <OwingTable />
          </section>
        </div>
      </DashboardPage>
    </RoleGuard>
  );
}
