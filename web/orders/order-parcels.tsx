import type { Order } from '#contract/orders.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** The carriers of the phone and of its return. */
export function OrderParcels({ order: { parcel, returnParcel } }: { order: Order }) {
  if (parcel === null && returnParcel === null) return null;
  return (
    <Panel title="Parcels">
      {parcel !== null && <Sent title="To the buyer" parcel={parcel} />}
      {returnParcel !== null && <Sent title="Back to the seller" parcel={returnParcel} />}
    </Panel>
  );
}

function Sent({ title, parcel }: { title: string; parcel: NonNullable<Order['parcel']> }) {
  const { carrier, trackingNumber, sentAt, deliveredAt } = parcel;
  return (
    <div className="grid gap-0.5">
      <h3 className="text-body">{title}</h3>
      <p className="wrap-anywhere">
        {carrier}, tracking number{' '}
        <span className="inline-block max-w-full font-semibold wrap-anywhere select-all">
          {trackingNumber}
        </span>
      </p>
      <p className="text-small text-quiet">
        Sent <Moment time={sentAt} />
        {deliveredAt !== null && (
          <>
            , delivered <Moment time={deliveredAt} />
          </>
        )}
      </p>
    </div>
  );
}
