/** What the admins' tables of charges have in common. */
import { formatAmount } from '#contract/format-amount.ts';
import type { ChargeIssue } from '#contract/payments.ts';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { TwoLines } from '#web/ui/two-lines.tsx';
import { EmailText } from '#web/users/email-text.tsx';

type Charge = Pick<ChargeIssue, 'amount' | 'currency' | 'transactionId' | 'buyer'>;

export const chargeColumn: Column<Charge> = {
  header: 'Charge',
  isName: true,
  cell: (charge) => (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="font-semibold tabular-nums">{formatAmount(charge)}</span>
      <span className="text-small font-normal break-all text-quiet">{charge.transactionId}</span>
    </span>
  ),
};

export const buyerColumn: Column<Charge> = {
  header: 'Buyer',
  cell: ({ buyer }) =>
    buyer === null ? 'Unknown' : <TwoLines first={buyer.name} second={<EmailText email={buyer.email} />} />,
};

interface OpenOrderProps {
  /** Null if there is no order: then there is no link. */
  readonly orderId: string | null;
  /** The name of its row, for screen readers. */
  readonly name: string;
}

/** A link from a row to its order. */
export function OpenOrder({ orderId, name }: OpenOrderProps) {
  if (orderId === null) return null;
  return (
    <LinkButton to={paths.order(orderId)} variant="quiet" aria-label={`Open the order, ${name}`}>
      Open the order
    </LinkButton>
  );
}
