import type { ReactNode } from 'react';

import type { CardMark } from '#contract/phone-facts.ts';
import type { Product } from '#contract/products.ts';
import { storageAndColour } from '#contract/phone-words.ts';
import { paths } from '#web/platform/paths.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { FormerPrice } from './former-price.tsx';
import { PostDate } from './post-date.tsx';
import { SellerLine } from './seller-line.tsx';
import { yearsOfUse } from './years-of-use.ts';

/**
 * The width of a card's photo, for the browser's choice of a size. A little too small for wide screens: a card that is
 * a few pixels wider than the smallest size must not load the next one, which has three times the bytes.
 */
const sizes = '(width >= 80rem) min(23vw, 20rem), (width >= 48rem) min(31vw, 20rem), min(45vw, 20rem)';

export interface ProductCardProps {
  readonly product: Product;
  /** The buttons of the phone, provided by other parts of the page. */
  readonly actions: ReactNode;
  /** Shown instead of the price. */
  readonly price?: ReactNode;
  /** Visible without scrolling: its photo is loaded before the rest. */
  readonly isFirst?: boolean;
  /** In the first row of the widest screen. */
  readonly isInFirstRow?: boolean;
}

/** A phone for sale: photo, price, facts, and who sells it where. */
export function ProductCard({ product, actions, price, isFirst, isInFirstRow }: ProductCardProps) {
  const { _id, model, image, picture, buy, sell, location, distanceKm, time, mark } = product;
  return (
    <article className="@container relative flex h-full min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface">
      <Picture
        {...picture}
        src={image}
        alt={`Photo of ${model}`}
        sizes={sizes}
        isFirst={isFirst}
        isInFirstRow={isInFirstRow}
      />
      {mark !== undefined && <p className="card-mark">{markWords[mark]}</p>}
      <div className="card-words">
        {price ?? <Price sell={sell} buy={buy} />}
        <FormerPrice product={product} />
        <h3 className="card-model">
          {/* The link covers the whole card except its buttons. */}
          <SiteLink to={paths.product(_id)} className="card-link">
            {model}
          </SiteLink>
        </h3>
        <CardFacts product={product} />
        <SellerLine product={product}>
          {distanceKm === undefined ? (
            <>
              <span className="one-line">{location}</span>
              <span className="on-wide-cards"> · </span>
            </>
          ) : (
            <span className="with-distance">
              <span className="one-line">{location}</span>
              {` · ${distanceText(distanceKm)}`}
            </span>
          )}
          <span>
            <PostDate time={time} />
          </span>
        </SellerLine>
        <div className="card-actions">{actions}</div>
      </div>
    </article>
  );
}

/** The distance from the person's chosen city to the phone's city. */
const distanceText = (km: number): string => (km === 0 ? 'same city' : `≈ ${km.toLocaleString('en-US')} km`);

const markWords = {
  reserved: 'Reserved',
  cheap: 'Cheaper than most',
  new: 'New',
} as const satisfies Record<CardMark, string>;

/** Two lines: what the seller said about the phone, if anything, and its condition. */
function CardFacts({ product }: { product: Product }) {
  const { batteryHealth, condition, useYear } = product;
  const said = storageAndColour(product);
  return (
    <div className="text-small">
      {said.length > 0 && (
        <p>
          {said.join(' · ')}
          {batteryHealth !== undefined && <span className="on-wide-cards"> · Battery {batteryHealth}%</span>}
        </p>
      )}
      <p className="dots-by-card">
        <span>
          <span>{condition}</span>
          <span>
            <Years words={yearsOfUse(useYear)} />
          </span>
        </span>
      </p>
    </div>
  );
}

/** Beside the condition "2 years" is clear; screen readers get the full text. */
function Years({ words }: { words: string }) {
  const [short = '', rest] = words.split(/(?= of use$)/);
  return (
    <>
      {short}
      {rest !== undefined && <span className="sr-only">{rest}</span>}
    </>
  );
}
