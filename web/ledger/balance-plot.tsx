import { formatDay } from '#contract/dates.ts';
import {
  type BalanceAccount,
  balanceDays,
  drawnAccounts,
  type MoneyOverview,
} from '#contract/ledger-balances.ts';
import { formatCents } from '#contract/money.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { Select } from '#web/ui/inputs.tsx';

import type { BalanceDays } from './money-query.ts';

export interface BalancePlotProps {
  readonly money: MoneyOverview;
  readonly days: BalanceDays;
  readonly onDays: (days: BalanceDays) => void;
}

/** Balances over time, as the server's picture and as a table. */
export function BalancePlot({ money, days, onDays }: BalancePlotProps) {
  return (
    <>
      <Select
        label="Show the last"
        value={days}
        className="max-w-48"
        onChange={({ currentTarget: { value } }) =>
          onDays(balanceDays.find((each) => each === value) ?? days)
        }
      >
        {balanceDays.map((each) => (
          <option key={each} value={each}>
            {each} days
          </option>
        ))}
      </Select>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        {drawnAccounts.map(([account, name]) => (
          <li key={account} className="flex items-center gap-2">
            <svg aria-hidden="true" width="24" height="2" className="overflow-visible">
              <line className={`plot-line plot-${account}`} x2="24" y1="1" y2="1" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      {/* Safe: the server draws it only from numbers and its own texts. */}
      <div className="plot" dangerouslySetInnerHTML={{ __html: money.plot }} />
      <details className="disclosure">
        <summary>
          <h3>All figures as a table</h3>
          <ChevronDownIcon className="size-5 text-quiet" />
        </summary>
        <div className="disclosure-body">
          <DataTable
            caption="Balances at the end of each day"
            columns={columns}
            rows={money.days.toReversed()}
            rowKey={({ day }) => day}
          />
        </div>
      </details>
    </>
  );
}

type Day = MoneyOverview['days'][number];

const amount = (header: string, account: BalanceAccount): Column<Day> => ({
  header,
  align: 'end',
  cell: ({ balances }) => <span className="tabular-nums">{formatCents(balances[account])}</span>,
});

const columns: readonly Column<Day>[] = [
  { header: 'Day (UTC)', isName: true, cell: ({ day }) => <time dateTime={day}>{formatDay(day)}</time> },
  amount('Processor', 'processor'),
  amount('Held', 'order'),
  amount('Sellers', 'seller'),
  amount('Refunds', 'refunds_due'),
];
