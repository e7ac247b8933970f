import type { BalanceAccount, MoneyOverview } from '#contract/ledger-balances.ts';
import { formatCents } from '#contract/money.ts';

/** Each account and what its figure means. */
const figures = [
  ['order', 'Held', 'Paid by buyers, for orders that are open'],
  ['seller', 'Owed to sellers', 'Of completed orders, not paid out yet'],
  ['refunds_due', 'Due to be refunded', 'Decided, and not with the buyer yet'],
  ['unallocated', 'Unallocated', 'Charges that fit no order'],
  ['losses', 'Losses', 'Taken back by banks'],
  ['fees', 'Fees earned', 'Ringback’s part of completed orders, less costs of chargebacks and corrections'],
  ['processor_fees', 'Processor’s fees', 'What the card processor has cost'],
  ['processor', 'At the card processor', 'What it holds, by the ledger'],
  ['bank', 'At the bank', 'Paid out by the processor, less refunds and payouts by bank'],
] as const satisfies readonly (readonly [BalanceAccount, string, string])[];

/** Where the money is now. */
export function MoneyFigures({ money }: { money: MoneyOverview }) {
  const { balances, owedBySellersCents } = money;
  return (
    <dl className="@container grid grid-cols-1 gap-3 max-tablet:gap-0 max-tablet:divide-y max-tablet:divide-line max-tablet:rounded-card max-tablet:border max-tablet:border-line max-tablet:bg-surface tablet:grid-cols-3">
      {figures.map(([account, name, words]) => (
        <div
          key={account}
          className="grid content-start gap-x-4 p-4 max-tablet:@[16rem]:grid-cols-[1fr_auto] tablet:rounded-card tablet:border tablet:border-line tablet:bg-surface"
        >
          <dt className="text-small font-semibold">{name}</dt>
          <dd className="font-bold tabular-nums max-tablet:@[16rem]:row-span-2 max-tablet:@[16rem]:self-center tablet:text-title tablet:wrap-anywhere">
            {formatCents(balances[account])}
          </dd>
          <dd className="text-small text-quiet">
            {words}
            {account === 'seller' && owedBySellersCents > 0 && (
              <>; {formatCents(owedBySellersCents)} that sellers owe is subtracted</>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
