import { useInfiniteQuery } from '@tanstack/react-query';

import { formatCents } from '#contract/money.ts';
import type { Payout } from '#contract/payouts.ts';
import { type PayoutState, payoutStateWords } from '#contract/payouts-machine.ts';
import { payeeWords } from '#contract/payouts-words.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { Money } from './money.tsx';
import { ownPayoutsQuery } from './payout-queries.ts';

/** A seller's own payouts, newest first. */
export function PayoutsTable() {
  return (
    <PagedTable
      caption="Your payouts"
      list={useInfiniteQuery(ownPayoutsQuery(useSend()))}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={<p className="text-quiet">Nothing was paid out so far.</p>}
    />
  );
}

export const payoutTones: Readonly<Record<PayoutState, BadgeTone>> = {
  requested: 'wait',
  sent: 'wait',
  paid: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

const columns: readonly Column<Payout>[] = [
  {
    header: 'Payout',
    isName: true,
    cell: ({ orderId, model, bankEnding }) =>
      orderId === null ? (
        payeeWords(bankEnding)
      ) : (
        <SiteLink to={paths.order(orderId)} className="text-action underline underline-offset-3">
          {model ?? 'A sale'}
        </SiteLink>
      ),
  },
  {
    header: 'Time',
    cell: ({ endedAt, sentAt, requestedAt }) => <Moment time={endedAt ?? sentAt ?? requestedAt} />,
  },
  {
    header: 'State',
    cell: (payout) => <PayoutStatus payout={payout} />,
  },
  { header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
];

/** Its state, and how much of it was taken back since. */
function PayoutStatus({ payout: { state, reason, amountCents, takenBackCents } }: { payout: Payout }) {
  const isTakenBack = takenBackCents === amountCents;
  const part =
    takenBackCents === 0 || isTakenBack ? null : `${formatCents(takenBackCents)} of it was taken back`;
  const note = reason ?? part;
  return (
    <span className="flex max-w-prose flex-col items-start gap-1">
      {isTakenBack ? (
        <Badge tone="quiet">Taken back</Badge>
      ) : (
        <Badge tone={payoutTones[state]}>{payoutStateWords[state]}</Badge>
      )}
      {note !== null && <span className="text-small text-quiet">{note}</span>}
    </span>
  );
}
