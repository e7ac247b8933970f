import type { ReactNode } from 'react';

import type { Order } from '#contract/orders.ts';
import type { ExtraCharge } from '#contract/payments.ts';
import { isAllGivenBack } from '#contract/orders-problems.ts';
import { formatAmount } from '#contract/format-amount.ts';
import { Day } from '#web/products/day.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { formatCents, fromCents } from '#contract/money.ts';

import { extraChargeWords, givenBackLines, heldWords, proceedsWords } from './money-words.ts';

/** What was paid and refunded, and for the seller the fee and the proceeds. */
export function OrderMoney({ order }: { order: Order }) {
  const { amountCents, role, sellerCents = 0 } = order;
  // After a full refund there is no fee and no proceeds, unless a bank took the money after the completion.
  const fee = isAllGivenBack(order) && sellerCents >= 0 ? undefined : order.fee;
  return (
    <Panel title="Money">
      <Price sell={fromCents(amountCents)} size="card" />
      <dl className="grid gap-2 empty:hidden">
        {givenBackLines(order).map(({ name, cents }) => (
          <Line key={name} name={name}>
            −{formatCents(cents)}
          </Line>
        ))}
        {fee !== undefined && (
          <Line name={`Fee (${fee.percent}% + ${formatCents(fee.fixedCents)})`}>
            −{formatCents(fee.feeCents)}
          </Line>
        )}
        {fee !== undefined && fee.vatCents > 0 && (
          <Line name={`of which ${fee.vatPercent}% VAT`}>{formatCents(fee.vatCents)}</Line>
        )}
        {fee !== undefined && (
          <Line name={proceedsWords(role, sellerCents)} isSum>
            {formatCents(Math.abs(sellerCents))}
          </Line>
        )}
        {fee === undefined && role !== 'buyer' && sellerCents > 0 && (
          <Line name={proceedsWords(role, sellerCents, true)} isSum>
            {formatCents(sellerCents)}
          </Line>
        )}
      </dl>
      <p className="text-small text-quiet">{heldWords(order)}</p>
      {order.extraCharges?.map((charge) => (
        <ExtraChargeNote key={charge._id} charge={charge} role={role} />
      ))}
    </Panel>
  );
}

/** A charge that was not needed, so that nobody has to ask what became of it. */
function ExtraChargeNote({ charge, role }: { charge: ExtraCharge; role: Order['role'] }) {
  return (
    <p className="border-t border-line pt-4 text-small">
      <span className="font-semibold">
        {role === 'buyer' ? 'You were' : 'The buyer was'} charged {formatAmount(charge)} more on{' '}
        <Day time={charge.chargedAt} />.
      </span>{' '}
      {extraChargeWords(charge, role)}
    </p>
  );
}

function Line({ name, isSum = false, children }: { name: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex flex-wrap justify-between gap-x-4 ${isSum ? 'border-t border-line pt-2 font-semibold' : ''}`}
    >
      <dt className={isSum ? '' : 'text-quiet'}>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
