/**
 * A preview of the card that buyers will see, shown while the seller fills the form in, with suggestions for a better
 * listing.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { verifiedStatus } from '#contract/users-status.ts';
import type { Product } from '#contract/products.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { Price } from '#web/ui/price.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';

import type { ProductEntryForm, ProductEntryText } from './add-product-entry.ts';
import { parsePrice } from './add-product-price.ts';
import { adviceFor } from './listing-advice.ts';
import { ProductCard } from './product-card.tsx';

export interface CardPreviewProps {
  readonly form: ProductEntryForm;
  readonly list: PhotoList;
  readonly identity: Identity | undefined;
}

export function CardPreview({ form, list, identity }: CardPreviewProps) {
  const { control } = form;
  const entry = useWatch({ control, compute: (values) => values });
  const email = identity?.email ?? '';
  const { data: user } = useQuery({ ...ownUserQuery(useSend(), email), enabled: email !== '' });
  const [time] = useState(() => new Date().toISOString());
  const seller = {
    name: identity?.displayName ?? '',
    seller: user?.photoURL ?? identity?.photoURL ?? '',
    status: user?.status ?? null,
  };
  return (
    <aside
      aria-label="Preview"
      className="grid content-start gap-6 desk:sticky desk:top-24 desk:col-start-2 desk:row-span-2 desk:row-start-2 desk:self-start"
    >
      <div className="grid gap-3">
        <h2 className="text-lead">What buyers will see</h2>
        {/* The preview has no page to link to. */}
        <div inert className="max-w-72">
          <ProductCard
            product={{ ...cardOf(entry, list), ...seller, time }}
            price={<TypedPrice entry={entry} />}
            actions={null}
          />
        </div>
      </div>
      <Missing form={form} entry={entry} isVerified={user === undefined || user.status === verifiedStatus} />
    </aside>
  );
}

/** Instead of $0.00, words are shown until a price is typed; no struck-through price is shown until there is one. */
function TypedPrice({ entry }: { entry: ProductEntryText }) {
  const sell = parsePrice(entry.sell);
  const buy = parsePrice(entry.buy);
  if (!Number.isFinite(sell)) return <p className="text-title text-quiet">Your price</p>;
  return <Price sell={sell} buy={Number.isFinite(buy) ? buy : undefined} />;
}

interface MissingProps {
  readonly form: ProductEntryForm;
  readonly entry: ProductEntryText;
  readonly isVerified: boolean;
}

function Missing({ form, entry, isVerified }: MissingProps) {
  const advice = adviceFor(entry, entry.photo);
  return (
    <section className="grid gap-1">
      <h2 className="text-lead">For a good listing</h2>
      {advice.length === 0 && <p className="text-quiet">No further suggestions.</p>}
      <ul>
        {advice.map(({ words, field }) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => form.setFocus(field)}
              className="min-h-11 text-left font-semibold text-action hover:underline"
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
      {!isVerified && (
        <p className="text-small text-quiet">
          Buyers see that you are not verified yet. An admin verifies sellers.
        </p>
      )}
    </section>
  );
}

/** A placeholder for a photo that is not chosen yet. */
const noPhoto = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

type CardFacts = Omit<Product, 'name' | 'seller' | 'status' | 'time'>;

/** The entry as the card's facts, with words for what is not filled in yet. */
function cardOf(entry: ProductEntryText, { photos }: PhotoList): CardFacts {
  const battery = Number.parseInt(entry.batteryHealth, 10);
  return {
    _id: 'preview',
    sellerId: 'preview',
    // One that was refused may be no picture.
    image: photos.find(({ isRefused }) => isRefused !== true)?.key ?? noPhoto,
    model: entry.model.trim() || 'Your phone',
    categoryId: entry.categoryId,
    condition: entry.condition,
    location: entry.location.trim() || 'Your city',
    // The card shows the typed price instead.
    sell: 0,
    buy: 0,
    useYear: String(entry.useYear).trim() || '? years',
    state: 'live',
    storageGb: entry.storageGb === '' ? undefined : Number(entry.storageGb),
    colour: entry.colour === '' ? undefined : entry.colour,
    batteryHealth: Number.isNaN(battery) ? undefined : battery,
  };
}
