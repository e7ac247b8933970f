import { useInfiniteQuery } from '@tanstack/react-query';

import { formatCents } from '#contract/money.ts';
import { cancelPayout, confirmPayout, type PayoutLine } from '#contract/payouts-manual.ts';
import { payoutStateWords } from '#contract/payouts-machine.ts';
import noSales from '#web/pictures/no-sales.svg';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { useRowDialog } from '#web/ui/row-dialogs.tsx';
import { TwoLines } from '#web/ui/two-lines.tsx';
import { EmailText } from '#web/users/email-text.tsx';

import { ExportFile } from './export-file.tsx';
import { FailDialog } from './fail-dialog.tsx';
import { Money } from './money.tsx';
import { linesQuery } from './payout-queries.ts';
import { payoutTones } from './payouts-table.tsx';

/**
 * Payments taken out to be paid by bank, newest first, each to be confirmed or returned. If the processor pays, there
 * are only lines from before, if any.
 */
export function TakenOut({ isByHand }: { readonly isByHand: boolean }) {
  const list = useInfiniteQuery(linesQuery(useSend()));
  const hasLines = list.isError || list.data?.pages.some(({ items }) => items.length > 0);
  if (!isByHand && !hasLines) return null;
  return (
    <section aria-labelledby="lines" className="grid min-w-0 gap-2">
      <h2 id="lines" className="text-title">
        Taken out
      </h2>
      <PagedTable
        caption="Lines of payouts by bank"
        list={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={
          <EmptyState title="Nothing taken out yet" picture={noSales}>
            An amount that is taken out to be paid by bank appears here, until you say that it is paid, take
            it back, or say that it did not arrive.
          </EmptyState>
        }
      />
    </section>
  );
}

const columns: readonly Column<PayoutLine>[] = [
  {
    header: 'Seller',
    isName: true,
    cell: ({ seller }) => <TwoLines first={seller.name} second={<EmailText email={seller.email} />} />,
  },
  { header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  {
    header: 'Account',
    cell: ({ bankEnding, exportId }) =>
      exportId === null ? 'Ask the seller' : `Ends in ${bankEnding ?? '…'}`,
  },
  { header: 'Taken out', cell: ({ requestedAt }) => <Moment time={requestedAt} /> },
  {
    header: 'State',
    cell: ({ state, reason, amountCents, coveredCents, isSellerSuspended }) => (
      <span className="flex max-w-prose flex-col items-start gap-1">
        <Badge tone={payoutTones[state]}>
          {state === 'requested' ? 'To be paid' : payoutStateWords[state]}
        </Badge>
        {reason !== null && <span className="text-small text-quiet">{reason}</span>}
        {coveredCents !== null && coveredCents < amountCents && (
          <span className="text-small">
            Take it back if you have not paid it yet: only {formatCents(coveredCents)} of it is still the
            seller’s.
          </span>
        )}
        {isSellerSuspended && (
          <span className="text-small">
            Take it back if you have not paid it yet: the seller is suspended, and their money waits.
          </span>
        )}
      </span>
    ),
  },
  { header: 'Action', align: 'end', cell: (line) => <Decisions line={line} /> },
];

function Decisions({ line }: { line: PayoutLine }) {
  const { _id, state, seller, amountCents, exportId } = line;
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const openDialog = useRowDialog();
  const refresh = () => refetchAfter('payout-decided');
  const name = `${formatCents(amountCents)} to ${seller.name}`;
  if (state !== 'requested' && state !== 'paid') return null;
  return (
    <span className="flex max-w-64 flex-wrap gap-2 tablet:ms-auto tablet:justify-end">
      {state === 'requested' && (
        <>
          {exportId !== null && <ExportFile exportId={exportId} name={name} />}
          <ConfirmButton
            label="Paid"
            name={name}
            question={`Have you paid ${name}? The seller is told that it is on its way.`}
            success="The payout is confirmed."
            onConfirm={async () => (await call(confirmPayout, { params: { _id } })).modifiedCount}
            refresh={refresh}
          />
          <ConfirmButton
            label="Take back"
            name={name}
            variant="plain"
            question={`Take back ${name}? Only if you have not paid it: the money can then be taken out again.`}
            success="It is taken back."
            onConfirm={async () => (await call(cancelPayout, { params: { _id } })).modifiedCount}
            refresh={refresh}
          />
        </>
      )}
      <Button
        variant="plain"
        aria-label={`Did not arrive: ${name}`}
        onClick={() =>
          openDialog({
            refresh,
            render: (onClose) => (
              <FailDialog {...{ _id, state, name, onClose }} isTakenOutAlone={exportId === null} />
            ),
          })
        }
      >
        Did not arrive
      </Button>
    </span>
  );
}
