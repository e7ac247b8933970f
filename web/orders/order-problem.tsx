import type { ReactNode } from 'react';

import type { OrderDispute, OrderStatement } from '#contract/orders-disputes.ts';
import { offerWords, orderLogWords, statementWords, wishToCancel } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { problemOf } from './order-words.ts';
import { StatementPhotos } from './photo-buttons.tsx';

/** The problem, and everything that both sides have said and offered. */
export function OrderProblem({ order }: { order: Order }) {
  const { problem, dispute } = order;
  if (problem === null && dispute === null) return null;
  const what = problemOf(order);
  const isObjection = dispute?.statements.some(({ kind }) => kind === 'objection') === true;
  const wish = isObjection ? wishToCancel(order.timeline) : undefined;
  return (
    <Panel title="The problem">
      {what !== null && <p className="font-semibold wrap-anywhere">{what}</p>}
      {dispute?.offer && <OpenOffer offer={dispute.offer} />}
      {dispute !== null && (
        <ol aria-label="What both sides say" className="grid gap-4">
          {wish !== undefined && (
            <Said name={order.buyer} by="buyer" what={orderLogWords['cancellation-asked']} at={wish.at}>
              <Text text={wish.detail} />
            </Said>
          )}
          {dispute.statements.map((statement) => (
            <Statement key={statement._id} statement={statement} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function OpenOffer({ offer: { by, kind, amountCents } }: { offer: NonNullable<OrderDispute['offer']> }) {
  return (
    <p className="rounded-control border border-line bg-sunken p-3">
      <span className="block text-small font-semibold">
        {by === 'seller' ? 'The seller offers' : 'The buyer offers'}
      </span>
      {offerWords(kind, amountCents)}.
    </p>
  );
}

function Statement({
  statement: { at, by, name, kind, text, offer, photos },
}: {
  statement: OrderStatement;
}) {
  return (
    <Said name={name} by={by} what={kind === 'report' ? undefined : statementWords[kind]} at={at}>
      {offer !== null && <p>{offerWords(offer.kind, offer.amountCents)}.</p>}
      <Text text={text} />
      {photos.length > 0 && <StatementPhotos photos={photos} name={name} />}
    </Said>
  );
}

interface SaidProps extends Pick<OrderStatement, 'name' | 'by' | 'at'> {
  readonly what: string | undefined;
  readonly children: ReactNode;
}

function Said({ name, by, what, at, children }: SaidProps) {
  return (
    <li className="grid gap-1 border-s-2 border-line ps-3">
      <p className="text-small text-quiet">
        <span className="font-semibold text-ink">
          {name} ({by})
        </span>
        {what !== undefined && ` · ${what}`} · <Moment time={at} />
      </p>
      {children}
    </li>
  );
}

const Text = ({ text }: Pick<OrderStatement, 'text'>) =>
  text !== null && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>;
