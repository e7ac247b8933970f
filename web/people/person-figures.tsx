import { formatCents } from '#contract/money.ts';
import type { PersonRecord } from '#contract/people.ts';
import { phonesByState } from '#web/products/product-state-words.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { ReactNode } from 'react';

/** A person's figures, as a list of facts. */
export function PersonFigures({ record }: { record: PersonRecord }) {
  const { orders, phones, owedCents, onItsWayCents, sessions, lastSeenAt, removedAt, eraseDueAt } = record;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Joined', dayOf(record.since)],
    ...(eraseDueAt === null ? [] : [['Erased', erasureWords(eraseDueAt, removedAt !== null)] as const]),
    ['Signed in', sessions === 1 ? 'in 1 place' : `in ${sessions} places`],
    ['Last seen', lastSeenAt === null ? 'not signed in' : <Moment time={lastSeenAt} />],
    ['Phones', phonesByState(phones)],
    ['Orders', `${orders.bought} bought, ${orders.sold} sold`],
    ['Open orders', openWords(orders)],
    ['Owed to them', formatCents(owedCents)],
    ['On its way to their bank', formatCents(onItsWayCents)],
  ];
  return (
    <Panel title="At a glance">
      <dl className="grid gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-6">
            <dt className="max-w-full shrink-0 basis-28 text-quiet tablet:basis-48">{name}</dt>
            <dd className="min-w-0 grow basis-32 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The account of a removed person is not erased before its orders and money have ended. */
const erasureWords = (time: string, isRemoved: boolean): string =>
  isRemoved ? `from ${dayOf(time)}` : `on ${dayOf(time)}, unless they log in before`;

function openWords({ open, disputed }: PersonRecord['orders']): string {
  if (open === 0) return 'none';
  return disputed === 0 ? `${open}` : `${open}, ${disputed} of them disputed`;
}

const dayOf = (time: string): string => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });
