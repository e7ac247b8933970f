/** The offer on a phone's own page: the price, the phone's state, and the actions. */
import { type ComponentType, type ReactNode, Suspense, useId } from 'react';

import { formatPrice, savingPercent } from '#contract/money.ts';
import type { ProductState } from '#contract/products-machine.ts';
import type { ProductDetails } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { storageAndColour } from '#contract/phone-words.ts';
import { FormerPrice } from '#web/products/former-price.tsx';
import { PostDate } from '#web/products/post-date.tsx';
import { ProductSeller } from '#web/products/product-seller.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { yearsOfUse } from '#web/products/years-of-use.ts';
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { useSession } from '#web/platform/runtime.tsx';
import { useOwnProductIds } from '#web/products/own-product-ids.ts';
import { paths } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Price } from '#web/ui/price.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { bookedByOthers, untilItComesBack } from './booked-words.ts';
import { OwnProductsError } from './own-products-error.tsx';
import { OwnPhone, ProductAction } from './product-actions.tsx';
import { useProductDialogs } from './product-dialogs.tsx';

/** Loaded only for people who are signed in: nobody else can hold a phone. */
const PhoneHolder = lazyPart(async () => (await import('./phone-holder.tsx')).PhoneHolder);

export interface ProductOfferProps {
  readonly product: ProductDetails;
}

/** The part of the page that stays visible: model, price, actions, and seller. */
export function ProductOffer({ product }: ProductOfferProps) {
  const { _id, sell, state } = product;
  const own = useOwnProductIds([_id]);
  const isOwn = own.ownIds.includes(_id);
  const { onOpen, dialogs } = useProductDialogs([product]);
  const isOnMarket = state === 'live' || state === 'reserved';
  return (
    <div className="offer">
      <WhatItIs product={product} />
      <Availability product={product} />
      <OwnProductsError own={own} />
      {isOnMarket && isOwn && (
        <div className="flex flex-wrap items-center gap-2">
          <OwnPhone />
          <LinkButton to={paths.myProducts} variant="quiet">
            Go to My Products
          </LinkButton>
        </div>
      )}
      {state === 'live' && !isOwn && (
        // On a small screen it stays at the lower edge. The style sheet writes the price, so that it is read out only
        // once.
        <div className="offer-bar" data-price={formatPrice(sell)}>
          <ProductAction action="book" product={product} onOpen={onOpen} />
        </div>
      )}
      <section aria-labelledby="seller" className="grid gap-2">
        <h2 id="seller" className="text-lead">
          Seller
        </h2>
        <ProductSeller {...product} />
      </section>
      <Assurances isVerified={product.status === verifiedStatus} />
      {isOnMarket && !isOwn && (
        <p className="-ml-1 flex flex-wrap gap-x-4">
          <SiteLink to={paths.about('how-it-works')} className="more-about">
            How buying works
          </SiteLink>
          <ProductAction action="report" product={product} onOpen={onOpen} />
        </p>
      )}
      {dialogs}
    </div>
  );
}

function WhatItIs({ product }: ProductOfferProps) {
  const { model, buy, sell } = product;
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-head wrap-anywhere">{model}</h1>
        <p className="text-quiet wrap-anywhere">{inShort(product)}</p>
      </div>
      <div>
        <Price sell={sell} buy={buy} size="page" />
        <FormerPrice product={product} />
        {savingPercent(buy, sell) > 0 && (
          <p className="text-small text-quiet">
            You save {formatPrice(buy - sell)} compared with the price paid new.
          </p>
        )}
      </div>
    </>
  );
}

/** A summary of the phone in one line. */
const inShort = (product: ProductDetails): string =>
  [product.condition, ...storageAndColour(product), yearsOfUse(product.useYear), product.location].join(
    ' · ',
  );

/** How people pay, what is checked, and what happens if something is wrong. */
function Assurances({ isVerified }: { isVerified: boolean }) {
  const trialMinutes = useSiteConfig()?.deals.minutes.trial;
  const hours = trialMinutes === undefined ? undefined : trialMinutes / 60;
  return (
    <ul className="assurances">
      <li>
        <CheckIcon className="size-5 text-good" />
        You pay by card, then meet the seller or have the phone sent. The seller gets the money only after you
        have it.
      </li>
      <li>
        {isVerified ? <CheckIcon className="size-5 text-good" /> : <AlertIcon className="size-5 text-wait" />}
        {isVerified
          ? 'We have checked this seller’s account. Check the phone itself when you get it.'
          : 'We have not checked this seller’s account yet. Check the phone when you get it.'}
      </li>
      <li>
        <CheckIcon className="size-5 text-good" />
        Something is wrong? Report it{hours !== undefined && ` within ${hours} hours`} after you get the
        phone, and the money stays with us until it is settled.
      </li>
    </ul>
  );
}

/** Why a phone cannot be booked, if so. */
function Availability({ product }: { product: ProductDetails }) {
  const Shown = availabilities[product.state];
  return <Shown product={product} />;
}

function Reserved({ product }: AvailabilityProps) {
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

function Sold({ product: { soldAt } }: AvailabilityProps) {
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

interface AvailabilityProps {
  readonly product: ProductDetails;
}

const Nothing = () => null;

const availabilities = {
  live: Nothing,
  paused: Paused,
  reserved: Reserved,
  sold: Sold,
  sold_elsewhere: Sold,
  withdrawn: Withdrawn,
  hidden: Nothing,
  removed: Nothing,
} as const satisfies Record<ProductState, ComponentType<AvailabilityProps>>;

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
