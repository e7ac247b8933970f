import { formatCents } from '#contract/money.ts';
import type { Order, OrderListing } from '#contract/orders.ts';
import { paths } from '#web/platform/paths.ts';
import { Day } from '#web/products/day.tsx';
import { accessoryName, describeFacts } from '#web/products/fact-words.ts';
import { yearsOfUse } from '#web/products/years-of-use.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Picture } from '#web/ui/picture.tsx';

import { PhotoButtons } from './photo-buttons.tsx';

/** The listing at the time of the booking, which counts if the two sides disagree. */
export function ListingSnapshot({ order: { listing, productId, hasPhonePage } }: { order: Order }) {
  return (
    <Panel title="The phone, as it was listed">
      <Photos listing={listing} />
      <p className="font-display text-title font-bold wrap-anywhere">{listing.model}</p>
      <dl className="grid gap-y-1.5 text-small">
        {factsOf(listing).map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-4">
            <dt className="max-w-full shrink-0 basis-28 text-quiet">{name}</dt>
            <dd className="min-w-0 grow basis-32 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {listing.description !== '' && (
        <p className="max-w-prose text-small wrap-anywhere whitespace-pre-line">{listing.description}</p>
      )}
      <p className="text-small text-quiet">
        Listed <Day time={listing.listedAt} />. Later changes to the listing change nothing here.
      </p>
      {hasPhonePage && (
        <LinkButton
          to={paths.product(productId)}
          variant="quiet"
          aria-label={`See the phone’s page, ${listing.model}`}
          className="justify-self-start print:hidden"
        >
          See the phone’s page
        </LinkButton>
      )}
    </Panel>
  );
}

const Photos = ({ listing: { photos, model } }: { listing: OrderListing }) => (
  <PhotoButtons
    label="The listing’s photos"
    name={`${model}, as it was listed`}
    photos={photos}
    className="-m-1 overflow-x-auto p-1 print:hidden"
  >
    {(photo) => <Picture {...photo} src={photo.url} alt="" sizes="6rem" className="aspect-4/5 w-24" />}
  </PhotoButtons>
);

/** Names and values; the place is empty once the seller's account is erased. */
export function factsOf(listing: OrderListing): readonly (readonly [string, string])[] {
  const { deviceName, model, accessories } = listing;
  return [
    ['Category', listing.category],
    ...(deviceName === null || deviceName === model ? [] : [['Model', deviceName] as const]),
    ['Condition', listing.condition],
    ...describeFacts(listing).map(({ label, text }) => [label, text] as const),
    ['Used', yearsOfUse(listing.useYear)],
    ...(accessories.length === 0 ? [] : [['Comes with', accessories.map(accessoryName).join(', ')] as const]),
    ...(listing.location === '' ? [] : [['Place', listing.location] as const]),
    ['Price paid new', formatCents(listing.buyCents)],
  ];
}
