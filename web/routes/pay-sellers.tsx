import { useInfiniteQuery } from '@tanstack/react-query';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { ExportOwed } from '#web/payouts/export-file.tsx';
import { TakenOut } from '#web/payouts/taken-out.tsx';
import { OwedTable, OwingTable } from '#web/payouts/owed-table.tsx';
import { balancesQuery, linesQuery } from '#web/payouts/payout-queries.ts';
import { isFirstTry } from '#web/platform/first-try.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { TableSkeleton } from '#web/ui/paged-table.tsx';

export const meta = () => pageMeta({ title: 'Pay Sellers', isPrivate: true });

const introByHand = 'Export what sellers are owed as a file, pay it by bank, and confirm each line.';
const introByProcessor =
  'The card processor pays what sellers are owed. This page shows who is waiting for money, and who owes us something.';

export default function PaySellersPage() {
  const isByHand = useSiteConfig()?.payouts === 'manual';
  return (
    <RoleGuard needs="admin">
      <DashboardPage
        title="Pay Sellers"
        intro={isByHand ? introByHand : introByProcessor}
        action={isByHand ? <ExportOwed /> : undefined}
      >
        <SellersAndLines isByHand={isByHand} />
      </DashboardPage>
    </RoleGuard>
  );
}

/** All lists together: those that came first would move down. */
function SellersAndLines({ isByHand }: { isByHand: boolean }) {
  const send = useSend();
  const owed = useInfiniteQuery(balancesQuery(send, 'owed'));
  const owing = useInfiniteQuery(balancesQuery(send, 'owing'));
  const lines = useInfiniteQuery(linesQuery(send));
  if ([owed, owing, lines].some(isFirstTry)) return <TableSkeleton label="Loading what sellers are owed" />;
  return (
    <div className="grid gap-10">
      <section aria-labelledby="owed" className="grid min-w-0 gap-2">
        <h2 id="owed" className="text-title">
          Owed
        </h2>
        <OwedTable />
      </section>
      <TakenOut isByHand={isByHand} />
      <section aria-labelledby="owing" className="grid min-w-0 gap-2">
        <h2 id="owing" className="text-title">
          Owe us
        </h2>
        <OwingTable />
      </section>
    </div>
  );
}
