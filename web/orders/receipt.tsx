import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { formatCents } from '#contract/money.ts';
import { isAllGivenBack } from '#contract/orders-problems.ts';
import { orderStateWords } from '#contract/orders-words.ts';
import type { OrderReceipt } from '#contract/orders-receipt.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { utcMomentWords } from '#web/ui/moment-words.ts';

import { MissingOrder } from './missing-order.tsx';
import { receiptQuery } from './order-queries.ts';
import { givenBackLines, heldOnReceipt, isStillHeld, proceedsWords } from './money-words.ts';

/** The receipt of either side, for printing or filing: one page. */
export function Receipt({ orderId }: { orderId: string }) {
  const { data: receipt, error, refetch, isFetching } = useQuery(receiptQuery(useSend(), orderId));
  if (receipt === undefined)
    return <MissingOrder {...{ error, isFetching }} onRetry={() => void refetch()} />;
  return (
    <article aria-label={`Receipt ${receipt.number}`} className="receipt">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-2 font-display text-lead font-bold">
          <BrandMark className="size-8" />
          Ringback
        </p>
        <p className="text-right">
          <span className="block text-small text-quiet">Order number</span>
          <span className="font-semibold tabular-nums select-all">{receipt.number}</span>
        </p>
      </header>
      <Facts receipt={receipt} />
      <Sums receipt={receipt} />
      <p className="text-small text-quiet">
        The buyer pays the price and nothing else. {heldOnReceipt(receipt)}
      </p>
      <p className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>Print</Button>
        <LinkButton to={paths.order(orderId)} variant="quiet">
          Back to the order
        </LinkButton>
      </p>
    </article>
  );
}

function Facts({ receipt }: { receipt: OrderReceipt }) {
  const { model, buyer, seller, paidAt, endedAt, state, transactionId } = receipt;
  return (
    <dl className="grid gap-x-8 gap-y-3 phone:grid-cols-2">
      <Fact name="Phone">{model}</Fact>
      <Fact name="State">{orderStateWords[state]}</Fact>
      <Fact name="Buyer">{buyer}</Fact>
      <Fact name="Seller">{seller}</Fact>
      <Fact name="Paid on">
        <MomentInUtc time={paidAt} />
      </Fact>
      {endedAt !== null && (
        <Fact name="Ended on">
          <MomentInUtc time={endedAt} />
        </Fact>
      )}
      {transactionId !== null && <Fact name="Transaction id">{transactionId}</Fact>}
    </dl>
  );
}

/** As in mails and in the seller's file: both sides have the same date, wherever they are. */
const MomentInUtc = ({ time }: { time: string }) => <time dateTime={time}>{utcMomentWords(time)}</time>;

/** The seller's receipt also has the fee and the proceeds. */
function Sums({ receipt }: { receipt: OrderReceipt }) {
  const { amountCents, refundedCents, refund, fee, role } = receipt;
  return (
    <table className="w-full">
      <caption className="sr-only">Money</caption>
      <tbody>
        <Sum name="Price, paid by card">{formatCents(amountCents)}</Sum>
        {givenBackLines(receipt).map(({ name, cents }) => (
          <Sum key={name} name={name}>
            −{formatCents(cents)}
          </Sum>
        ))}
        {fee !== undefined && fee.feeCents > 0 && <Sum name="Seller’s fee">−{formatCents(fee.feeCents)}</Sum>}
        {fee !== undefined && fee.vatCents > 0 && (
          <Sum name={`of which ${fee.vatPercent}% VAT`}>{formatCents(fee.vatCents)}</Sum>
        )}
        {fee === undefined ? (
          <Sum
            name={
              refundedCents > 0 && refund !== 'done' ? 'You have paid, less what goes back' : 'You have paid'
            }
            isLast
          >
            {formatCents(amountCents - refundedCents)}
          </Sum>
        ) : (
          <Sum
            name={`${proceedsWords(role, fee.sellerCents, isAllGivenBack(receipt))}${isStillHeld(receipt) ? ' when the order is completed' : ''}`}
            isLast
          >
            {formatCents(Math.abs(fee.sellerCents))}
          </Sum>
        )}
      </tbody>
    </table>
  );
}

function Sum({ name, isLast = false, children }: { name: string; isLast?: boolean; children: ReactNode }) {
  return (
    <tr className={isLast ? 'border-t-2 border-line font-semibold' : 'border-t border-line'}>
      <th scope="row" className={`py-2.5 pr-4 text-left ${isLast ? 'font-semibold' : 'font-normal'}`}>
        {name}
      </th>
      <td className="py-2.5 text-right tabular-nums">{children}</td>
    </tr>
  );
}
