import type { ReactNode } from 'react';

import type { Product } from '#contract/products.ts';
import { paths } from '#web/platform/paths.ts';
import { PinIcon } from '#web/ui/icons.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { colourWords, storageWords } from './fact-words.ts';
import { PostDate } from './post-date.tsx';
import { SellerLine } from './seller-line.tsx';
import { yearsOfUse } from './years-of-use.ts';

/**
 * How wide a card's photo is, for the browser's choice of a size. A little less than the truth on wide screens: a
 * card that is a few pixels wider than the smallest size must not load the next, of three times the bytes.
 */
const sizes = '(width >= 80rem) min(23vw, 20rem), (width >= 48rem) min(31vw, 20rem), min(45vw, 20rem)';

export interface ProductCardProps {
  readonly product: Product;
  /** What can be done with the phone: later words plug in here. */
  readonly actions: ReactNode;
  /** Seen without scrolling: its photo is loaded before the rest. */
  readonly isFirst?: boolean;
  /** In the first row of the widest screen. */
  readonly isInFirstRow?: boolean;
}

/** A phone for sale (spec section 2): photo, price, facts, place, and who sells it. */
export function ProductCard({ product, actions, isFirst, isInFirstRow }: ProductCardProps) {
  const { _id, model, image, picture, buy, sell, condition, useYear, location, time } = product;
  return (
    <article className="@container relative flex h-full min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface">
      <Picture
        src={image}
        alt={`Photo of ${model}`}
        width={picture?.width}
        height={picture?.height}
        srcset={picture?.srcset}
        avif={picture?.avif}
        preview={picture?.preview}
        sizes={sizes}
        isFirst={isFirst}
        isInFirstRow={isInFirstRow}
      />
      <div className="flex grow flex-col gap-2 p-3 tablet:p-4">
        <h3 className="text-body wrap-anywhere tablet:text-lead">
          {/* The link's reach is the whole card but its buttons. */}
          <SiteLink to={paths.product(_id)} className="card-link">
            {model}
          </SiteLink>
        </h3>
        <Price sell={sell} buy={buy} />
        <p className="dots-by-card text-small">
          <span>
            <span>{condition}</span>
            <span>{yearsOfUse(useYear)}</span>
          </span>
        </p>
        <CardFacts product={product} />
        <p className="flex gap-1 text-small text-quiet">
          <PinIcon className="mt-0.5 size-4" />
          <span className="dots min-w-0">
            <span>
              <span className="wrap-anywhere">{location}</span>
              <span>
                <PostDate time={time} />
              </span>
            </span>
          </span>
        </p>
        <SellerLine product={product} />
        <div className="relative mt-1 flex flex-wrap gap-2 *:grow">{actions}</div>
      </div>
    </article>
  );
}

/** Storage and colour, where the seller said them. */
function CardFacts({ product: { storageGb, colour } }: { product: Product }) {
  const facts = [
    ...(storageGb === undefined ? [] : [storageWords(storageGb)]),
    ...(colour === undefined ? [] : [colourWords(colour)]),
  ];
  return facts.length === 0 ? null : <p className="text-small">{facts.join(' · ')}</p>;
}
