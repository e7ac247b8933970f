import type { ReactNode } from 'react';

import type { Product } from '#contract/products.ts';
import { PinIcon } from '#web/ui/icons.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';

import { PostDate } from './post-date.tsx';
import { SellerLine } from './seller-line.tsx';
import { yearsOfUse } from './years-of-use.ts';

/** How wide a card's photo is, for the browser's choice of a size. */
const sizes = '(width >= 80rem) 21rem, (width >= 48rem) 31vw, 46vw';

export interface ProductCardProps {
  readonly product: Product;
  /** What can be done with the phone: later words plug in here. */
  readonly actions: ReactNode;
  /** Seen without scrolling: its photo is loaded before the rest. */
  readonly isFirst?: boolean;
}

/** A phone for sale (spec section 2): photo, price, facts, place, and who sells it. */
export function ProductCard({ product, actions, isFirst }: ProductCardProps) {
  const { model, image, picture, buy, sell, condition, useYear, location, time } = product;
  return (
    <article className="flex h-full min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface">
      <Picture
        src={image}
        alt={`Photo of ${model}`}
        width={picture?.width}
        height={picture?.height}
        srcset={picture?.srcset}
        thumbhash={picture?.thumbhash}
        sizes={sizes}
        isFirst={isFirst}
      />
      <div className="flex grow flex-col gap-2 p-3 tablet:p-4">
        <h3 className="text-body wrap-anywhere tablet:text-lead">{model}</h3>
        <Price sell={sell} buy={buy} />
        <p className="flex flex-wrap text-small max-phone:flex-col">
          <span className="pr-1">{condition}</span>
          <span className="phone:before:content-['·_']">{yearsOfUse(useYear)}</span>
        </p>
        <p className="flex gap-1 text-small text-quiet">
          <PinIcon className="mt-0.5 size-4" />
          <span className="flex min-w-0 flex-wrap max-phone:flex-col">
            <span className="pr-1 wrap-anywhere">{location}</span>
            <span className="phone:before:content-['·_']">
              <PostDate time={time} />
            </span>
          </span>
        </p>
        <SellerLine product={product} />
        <div className="mt-1 flex flex-wrap gap-2 *:grow">{actions}</div>
      </div>
    </article>
  );
}
