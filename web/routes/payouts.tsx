import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { overviewQuery, ownPayoutsQuery, statementQuery } from '#web/payouts/payout-queries.ts';
import { PayoutSetup } from '#web/payouts/payout-setup.tsx';
import { PayoutSums } from '#web/payouts/payout-sums.tsx';
import { PayoutsTable } from '#web/payouts/payouts-table.tsx';
import { StatementFiles, StatementTable } from '#web/payouts/statement-table.tsx';
import { isFirstTry } from '#web/platform/first-try.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

export const meta = () => pageMeta({ title: 'Payouts', isPrivate: true });

export default function PayoutsPage() {
  return (
    <RoleGuard needs="seller">
      <DashboardPage title="Payouts" intro="What you have earned, where it is, and where it goes.">
        <Payouts />
      </DashboardPage>
    </RoleGuard>
  );
}

function Payouts() {
  const send = useSend();
  const { data: overview, error, refetch, isFetching } = useQuery(overviewQuery(send));
  // Everything is shown together: what came first would move down.
  const tables = [useInfiniteQuery(ownPayoutsQuery(send)), useInfiniteQuery(statementQuery(send))];
  if (overview === undefined && error !== null)
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (overview === undefined || tables.some(isFirstTry))
    return (
      <LoadingRegion label="Loading your payouts" className="grid gap-4">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-40 w-full" />
      </LoadingRegion>
    );
  return (
    <div className="grid gap-8">
      <PayoutSums overview={overview} />
      <PayoutSetup overview={overview} />
      <section aria-labelledby="payouts" className="grid min-w-0 gap-2">
        <h2 id="payouts" className="text-title">
          Your payouts
        </h2>
        <PayoutsTable />
      </section>
      <section aria-labelledby="statement" className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="statement" className="text-title">
            Statement
          </h2>
          <StatementFiles years={overview.years} />
        </div>
        <PaperName />
        <StatementTable />
      </section>
    </div>
  );
}

/** On paper, whose statement it is. */
function PaperName() {
  const { identity } = useSession();
  if (identity === undefined) return null;
  return (
    <p className="hidden print:block">
      {identity.displayName}, {identity.email}
    </p>
  );
}
