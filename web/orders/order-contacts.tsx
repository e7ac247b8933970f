import type { Order } from '#contract/orders.ts';
import { paths } from '#web/platform/paths.ts';
import { Fact } from '#web/ui/fact.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { numberToDial } from './number-to-dial.ts';

/** The other side's contact details and the meeting place; admins see both sides. */
export function OrderContacts({ order }: { order: Order }) {
  const { role, buyerContact, sellerContact, meetingPlace, delivery, parcelAddress } = order;
  const page = role === 'admin' ? paths.person : paths.publicPerson;
  return (
    <Panel title={panelTitles[role]}>
      <dl className="grid gap-3">
        {role !== 'buyer' && (
          <Person title={role === 'admin' ? 'Buyer' : 'Name'} person={buyerContact} page={page} />
        )}
        {role !== 'seller' && (
          <Person title={role === 'admin' ? 'Seller' : 'Name'} person={sellerContact} page={page} />
        )}
        {/* Both are empty once they are erased with their buyer. */}
        {delivery === 'meeting' && meetingPlace !== '' && <Fact name="Meeting place">{meetingPlace}</Fact>}
        {delivery === 'parcel' && (parcelAddress ?? '') !== '' && (
          <Fact name="Parcel to">
            <span className="whitespace-pre-line">{parcelAddress}</span>
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

const panelTitles = {
  buyer: 'The seller',
  seller: 'The buyer',
  admin: 'The two sides',
} as const satisfies Record<Order['role'], string>;

function Person({
  title,
  person: { _id, name, phone, email },
  page,
}: {
  title: string;
  person: Order['buyerContact'];
  /** The page that the name links to. */
  page: (id: string) => string;
}) {
  return (
    <Fact name={title}>
      {_id === undefined ? (
        <span className="block font-semibold">{name}</span>
      ) : (
        <SiteLink to={page(_id)} className="block font-semibold text-action underline print:text-ink">
          {name}
        </SiteLink>
      )}
      {phone !== '' && (
        <a
          href={`tel:${numberToDial(phone)}`}
          className="inline-flex min-h-11 items-center font-semibold text-action underline print:text-ink"
        >
          {phone}
        </a>
      )}
      {email !== undefined && <span className="block text-small text-quiet">{email}</span>}
    </Fact>
  );
}
