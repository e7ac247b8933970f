import { useInfiniteQuery } from '@tanstack/react-query';

import { exportStatement, type StatementRow } from '#contract/payouts.ts';
import { statementWords } from '#contract/payouts-words.ts';
import noSales from '#web/pictures/no-sales.svg';
import { paths } from '#web/platform/paths.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useButtonWork } from '#web/platform/use-button-work.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { Money } from './money.tsx';
import { statementQuery } from './payout-queries.ts';
import { saveFile } from './save-file.ts';

/** All changes of a seller's money, with the balance after each. */
export function StatementTable() {
  return (
    <PagedTable
      caption="Your statement"
      list={useInfiniteQuery(statementQuery(useSend()))}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title="Nothing earned yet" picture={noSales}>
          Each completed sale appears here with its price and our fee, and each payout.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<StatementRow>[] = [
  {
    header: 'What',
    isName: true,
    cell: ({ kind, orderId, model, reference }) => (
      <span className="flex min-w-0 flex-col tablet:min-w-24">
        {statementWords[kind]}
        {orderId !== null && (
          <SiteLink
            to={paths.order(orderId)}
            className="text-small font-normal wrap-anywhere text-action underline underline-offset-3"
          >
            {model ?? 'The order'}
          </SiteLink>
        )}
        {reference !== null && (
          <span className="text-small font-normal wrap-anywhere text-quiet">{reference}</span>
        )}
      </span>
    ),
  },
  { header: 'Time', cell: ({ time }) => <Moment time={time} /> },
  {
    header: 'Price and fee',
    cell: ({ priceCents, givenBackCents, feeCents }) =>
      priceCents !== null || feeCents !== null ? (
        <span className="flex flex-col text-small">
          {priceCents !== null && (
            <span>
              Price <Money cents={priceCents} />
            </span>
          )}
          {givenBackCents !== null && givenBackCents > 0 && (
            <span>
              Given back <Money cents={-givenBackCents} />
            </span>
          )}
          {feeCents !== null && (
            <span>
              {feeCents < 0 ? 'Fee returned' : 'Our fee'} <Money cents={-feeCents} />
            </span>
          )}
        </span>
      ) : null,
  },
  { header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  { header: 'Balance', align: 'end', cell: ({ balanceCents }) => <Money cents={balanceCents} /> },
];

/** A link to each year's file. Where a seller's own year begins, the server does not know. */
export function StatementFiles({ years }: { years: readonly number[] }) {
  if (years.length === 0) return null;
  return (
    <div className="grid gap-1 print:hidden">
      <span className="flex flex-wrap gap-2">
        {years.map((year) => (
          <YearFile key={year} year={year} />
        ))}
      </span>
      <p className="text-small text-quiet">A file’s year and times are in UTC.</p>
    </div>
  );
}

function YearFile({ year }: { year: number }) {
  const call = useCall();
  const { isBusy, run } = useButtonWork();
  const save = async (): Promise<void> =>
    saveFile(`ringback-${year}.csv`, await call(exportStatement, { query: { year } }));
  return (
    <Button variant="quiet" isBusy={isBusy} onClick={() => void run(save)}>
      {`Download ${year} (CSV)`}
    </Button>
  );
}
