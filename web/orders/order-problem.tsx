import type { OrderDispute, OrderStatement } from '#contract/orders-disputes.ts';
import { offerWords, statementWords } from '#contract/orders-words.ts';
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
  return (
    <Panel title="The problem">
      {what !== null && <p className="font-semibold wrap-anywhere">{what}</p>}
      {dispute?.offer && <OpenOffer offer={dispute.offer} />}
      {dispute !== null && (
        <ol aria-label="What both sides say" className="grid gap-4">
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
    <li className="grid gap-1 border-s-2 border-line ps-3">
      <p className="text-small text-quiet">
        <span className="font-semibold text-ink">
          {name} ({by})
        </span>
        {kind === 'report' ? '' : ` · ${statementWords[kind]}`} · <Moment time={at} />
      </p>
      {offer !== null && <p>{offerWords(offer.kind, offer.amountCents)}.</p>}
      {text !== null && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>}
      {photos.length > 0 && <StatementPhotos photos={photos} name={name} />}
    </li>
  );
}
