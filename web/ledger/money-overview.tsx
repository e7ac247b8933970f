import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useSend } from '#web/platform/runtime.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

import { BalancePlot } from './balance-plot.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { type BalanceDays, moneyQuery } from './money-query.ts';

/** Where the money is, now and over time. */
export function MoneyOverview() {
  const [days, setDays] = useState<BalanceDays>('30');
  const { data, error, refetch, isFetching } = useQuery(moneyQuery(useSend(), days));
  if (data === undefined && error !== null)
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) {
    return (
      <LoadingRegion label="Loading the balances" className="grid gap-3">
        {/* As high as figures and plot, so that what follows them does not move down. */}
        <Skeleton className="h-184 tablet:h-96" />
        <Skeleton className="h-140 tablet:h-126" />
      </LoadingRegion>
    );
  }
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      <MoneyFigures money={data} />
      <Panel title="Balances over time">
        <BalancePlot money={data} days={days} onDays={setDays} />
      </Panel>
    </>
  );
}
