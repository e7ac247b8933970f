/** What a phone's own page offers: the price, where the phone stands, and what can be done with it. */
import { type ComponentType, type ReactNode, Suspense, useId } from 'react';

import { formatPrice, savingPercent } from '#contract/money.ts';
import type { ProductState } from '#contract/products-machine.ts';
import type { ProductDetails } from '#contract/products.ts';
import { FormerPrice } from '#web/products/former-price.tsx';
import { PostDate } from '#web/products/post-date.tsx';
import { lazyPart } from '#web/platform/missing-code.tsx';
import { useSession } from '#web/platform/runtime.tsx';
import { useOwnProductIds } from '#web/products/own-product-ids.ts';
import { paths } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Price } from '#web/ui/price.tsx';

import { bookedByOthers, untilItComesBack } from './booked-words.ts';
import { OwnError } from './own-error.tsx';
import { ProductActions } from './product-actions.tsx';
import { useProductDialogs } from './product-dialogs.tsx';

/** Only for those who are signed in: nobody else can hold a phone. */
const PhoneHolder = lazyPart(async () => (await import('./phone-holder.tsx')).PhoneHolder);

export interface ProductOfferProps {
  readonly product: ProductDetails;
}

export function ProductOffer({ product }: ProductOfferProps) {
  const { _id, model, buy, sell, state } = product;
  const own = useOwnProductIds([_id]);
  const isOwn = own.ownIds.includes(_id);
  const { onBook, onReport, dialogs } = useProductDialogs([product]);
  return (
    <div className="grid gap-3">
      <h1 className="text-head wrap-anywhere">{model}</h1>
      <div>
        <Price sell={sell} buy={buy} size="page" />
        <FormerPrice product={product} />
        {savingPercent(buy, sell) > 0 && (
          <p className="text-small text-quiet">
            You save {formatPrice(buy - sell)} against what it cost new.
          </p>
        )}
      </div>
      <Standing product={product} />
      <OwnError own={own} />
      {(state === 'live' || state === 'reserved') && (
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
  return <Shown product={product} />;
}

function Reserved({ product }: StandingProps) {
  const { identity } = useSession();
  return (
    <Note badge={<Badge tone="wait">Booked</Badge>}>
      {identity === undefined ? (
        bookedByOthers
      ) : (
        <Suspense fallback={untilItComesBack}>
          <PhoneHolder product={product} email={identity.email} />
        </Suspense>
      )}
    </Note>
  );
}

function Sold({ product: { soldAt } }: StandingProps) {
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

const Paused = () => (
  <Note badge={<Badge tone="wait">Paused</Badge>}>
    This phone is not for sale at the moment. Below are phones like it.
  </Note>
);

const Withdrawn = () => (
  <Note badge={<Badge tone="quiet">Withdrawn</Badge>}>
    This phone is no longer for sale. Below are phones like it.
  </Note>
);

interface StandingProps {
  readonly product: ProductDetails;
}

const Nothing = () => null;

const standings = {
  live: Nothing,
  paused: Paused,
  reserved: Reserved,
  sold: Sold,
  sold_elsewhere: Sold,
  withdrawn: Withdrawn,
  hidden: Nothing,
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
      <div className="min-w-0 grow basis-60">{children}</div>
    </section>
  );
}
