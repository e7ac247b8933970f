/** What a phone's own page offers: the price, where the phone stands, and what can be done with it. */
import { type ComponentType, type ReactNode, useId } from 'react';

import { formatPrice, savingPercent } from '#contract/money.ts';
import type { ProductDetails, ProductState } from '#contract/products.ts';
import { PostDate } from '#web/products/post-date.tsx';
import { paths } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Price } from '#web/ui/price.tsx';

import { ProductActions } from './product-actions.tsx';
import { useProductDialogs } from './product-dialogs.tsx';

export interface ProductOfferProps {
  readonly product: ProductDetails;
  readonly isOwn: boolean;
}

export function ProductOffer({ product, isOwn }: ProductOfferProps) {
  const { model, buy, sell, state } = product;
  const { onBook, onReport, dialogs } = useProductDialogs();
  return (
    <div className="grid gap-3">
      <h1 className="text-head wrap-anywhere">{model}</h1>
      <div>
        <Price sell={sell} buy={buy} size="page" />
        {savingPercent(buy, sell) > 0 && (
          <p className="text-small text-quiet">
            You save {formatPrice(buy - sell)} against what it cost new.
          </p>
        )}
      </div>
      <Standing product={product} />
      {state !== 'sold' && (
        <div className="flex flex-wrap gap-2 *:grow">
          <ProductActions
            product={product}
            isOwn={isOwn}
            canBook={state === 'live'}
            onBook={onBook}
            onReport={onReport}
          />
          {isOwn && (
            <LinkButton to={paths.myProducts} variant="quiet" className="grow-0!">
              Go to My Products
            </LinkButton>
          )}
        </div>
      )}
      {dialogs}
    </div>
  );
}

/** Why a phone cannot be booked, where that is so. */
function Standing({ product }: { product: ProductDetails }) {
  const Shown = standings[product.state];
  return <Shown soldAt={product.soldAt} />;
}

const Reserved = () => (
  <Note badge={<Badge tone="wait">Booked</Badge>}>
    Somebody has booked this phone. It comes back if it is not paid for in time.
  </Note>
);

function Sold({ soldAt }: StandingProps) {
  return (
    <Note badge={<Badge tone="quiet">Sold</Badge>}>
      This phone has found its next owner
      {soldAt !== undefined && (
        <>
          {' '}
          (<PostDate time={soldAt} />)
        </>
      )}
      . Below are phones like it.
    </Note>
  );
}

interface StandingProps {
  readonly soldAt: string | undefined;
}

const Nothing = () => null;

const standings = {
  live: Nothing,
  reserved: Reserved,
  sold: Sold,
  removed: Nothing,
} as const satisfies Record<ProductState, ComponentType<StandingProps>>;

function Note({ badge, children }: { badge: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-card border border-line bg-surface p-4"
    >
      <h2 id={id} className="contents font-text">
        {badge}
      </h2>
      <p className="min-w-0 grow basis-60">{children}</p>
    </section>
  );
}
