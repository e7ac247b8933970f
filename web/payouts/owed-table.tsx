import { useInfiniteQuery } from '@tanstack/react-query';

import { formatCents } from '#contract/money.ts';
import { type BalanceBlock, type SellerBalance, takeOutBalance } from '#contract/payouts-manual.ts';
import allSettled from '#web/pictures/all-settled.svg';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { TwoLines } from '#web/ui/two-lines.tsx';
import { EmailText } from '#web/users/email-text.tsx';

import { Money } from './money.tsx';
import { balancesQuery } from './payout-queries.ts';

/** Sellers who are owed money that is not being paid out. */
export function OwedTable() {
  return (
    <PagedTable
      caption="Sellers who are owed something"
      list={useInfiniteQuery(balancesQuery(useSend(), 'owed'))}
      columns={[...columns, isReadyColumn]}
      rowKey={({ seller }) => seller._id}
      empty={
        <EmptyState title="Nobody waits for money" picture={allSettled}>
          A seller appears here when an order is completed, until their money is on its way.
        </EmptyState>
      }
    />
  );
}

/** Sellers with a negative balance: a sale was refunded after it was paid out. */
export function OwingTable() {
  return (
    <PagedTable
      caption="Sellers who owe something"
      list={useInfiniteQuery(balancesQuery(useSend(), 'owing'))}
      columns={columns}
      rowKey={({ seller }) => seller._id}
      empty={
        <EmptyState title="Nobody owes anything" picture={allSettled}>
          A seller appears here when a sale that was paid out to them goes back to its buyer.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<SellerBalance>[] = [
  {
    header: 'Seller',
    isName: true,
    cell: ({ seller }) => <TwoLines first={seller.name} second={<EmailText email={seller.email} />} />,
  },
  { header: 'Amount', align: 'end', cell: ({ cents }) => <Money cents={cents} /> },
];

const blockWords: Readonly<Record<BalanceBlock, string>> = {
  suspended: 'No: suspended',
  email: 'No: address not confirmed',
  'under-way': 'After the payout under way',
  'held-back': 'No: it may have to go back',
  refused: 'No: refused by the card processor',
};

const isReadyColumn: Column<SellerBalance> = {
  header: 'Can be paid',
  cell: (row) => {
    if (row.blockedBy !== null) return <Blocked row={row} blockedBy={row.blockedBy} />;
    if (row.isReady) return <Badge tone="good">Yes</Badge>;
    if (row.isByHand) return <TakeOutBalance row={row} />;
    return (
      <Badge tone="wait">{row.hasAccount ? 'No: setup not complete' : 'No: no account to pay to'}</Badge>
    );
  },
};

function Blocked({ row: { refusal }, blockedBy }: { row: SellerBalance; blockedBy: BalanceBlock }) {
  return (
    <span className="flex max-w-prose min-w-0 flex-col items-start gap-1">
      <Badge tone="wait">{blockWords[blockedBy]}</Badge>
      {refusal !== null && (
        <span className="text-small wrap-anywhere text-quiet">
          The processor says: “{refusal}”. We try again after a day.
        </span>
      )}
    </span>
  );
}

/** For a seller who can no longer enter a bank account: an admin asks them and pays by bank. */
function TakeOutBalance({ row: { seller, cents } }: { row: SellerBalance }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const name = `${formatCents(cents)} of ${seller.name}`;
  return (
    <span className="flex flex-col items-start gap-2">
      <Badge tone="bad">Only by bank</Badge>
      <ConfirmButton
        label="Take out"
        name={name}
        question={`Take out ${name} to pay it by bank? What a bank holds back of it stays here. Their account was deleted, or the card processor has refused them: ask them by e-mail for a bank account.`}
        success="It is taken out. Press Paid below once you have paid it."
        onConfirm={async () => (await call(takeOutBalance, { params: { _id: seller._id } })).modifiedCount}
        refresh={() => refetchAfter('payout-decided')}
      />
    </span>
  );
}
