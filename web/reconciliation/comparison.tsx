import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { formatCents } from '#contract/money.ts';
import { type Reconciliation, startReconciliation } from '#contract/reconciliation.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

import { lastRunQuery } from './reconciliation-queries.ts';

/** The last comparison of the ledger with the card processor, its result, and a button to run another. */
export function Comparison() {
  const call = useCall();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const { data: run, error, refetch, isFetching } = useQuery(lastRunQuery(useSend()));
  const [isStarting, setStarting] = useState(false);
  const isRunning = run?.endedAt === null;
  const endedId = isRunning ? undefined : run?._id;
  useEffect(() => {
    // The findings are shown as soon as it has ended, which may be before it was ever shown as running.
    if (endedId === undefined) return;
    void queryClient.invalidateQueries({ queryKey: accountKeys.reconciliation.differences });
    void queryClient.invalidateQueries({ queryKey: accountKeys.ledger.all });
  }, [endedId, queryClient]);
  const start = async (): Promise<void> => {
    setStarting(true);
    try {
      await call(startReconciliation);
    } catch (cause) {
      toasts.error(messageOf(cause));
    }
    await refetch();
    setStarting(false);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      <p role="status" className="max-w-prose">
        {run !== undefined && <Outcome run={run} />}
      </p>
      <Button variant="quiet" isBusy={isStarting || isRunning} onClick={() => void start()}>
        Compare now
      </Button>
    </div>
  );
}

function Outcome({ run }: { run: Reconciliation | null }) {
  if (run === null) return 'The ledger and the card processor have not been compared yet.';
  const { startedAt, endedAt, failure, ledgerCents, processorCents, differences } = run;
  if (endedAt === null) return 'The ledger is being compared with the card processor.';
  if (failure !== null || ledgerCents === null || processorCents === null) {
    return (
      <>
        The comparison of <Moment time={startedAt} /> could not be finished. {failure}
      </>
    );
  }
  return (
    <>
      Compared on <Moment time={endedAt} />: {formatCents(ledgerCents)} by the ledger,{' '}
      {formatCents(processorCents)} at the card processor,{' '}
      {differences === 0 ? 'no difference' : `${differences} difference${differences === 1 ? '' : 's'}`}.
    </>
  );
}
