import type { ReactNode } from 'react';

import type { Product } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { paths } from '#web/platform/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export interface SellerLineProps {
  readonly product: Pick<Product, 'name' | 'seller' | 'sellerId' | 'status'>;
  /** Shown below the name. */
  readonly children: ReactNode;
}

/** The seller of a phone: the ring around their photo is closed if they are verified. */
export function SellerLine({ product: { name, seller, sellerId, status }, children }: SellerLineProps) {
  const isVerified = status === verifiedStatus;
  return (
    <div className="seller-line">
      <Avatar name={name} photo={seller} isVerified={isVerified} className="" />
      <p>
        <SiteLink to={paths.publicPerson(sellerId)} className="seller-link">
          <span className="one-line">{name}</span>
        </SiteLink>
        {/* The mark stays beside the last word of the name. */}
        {isVerified ? '\u00a0' : ' '}
        {isVerified ? <VerifiedMark /> : <span className="whitespace-nowrap text-wait">Not Verify</span>}
      </p>
      <p className="seller-place">{children}</p>
    </div>
  );
}

/** The mark of a verified seller. */
export function VerifiedMark() {
  return (
    <svg
      role="img"
      aria-label="Verified"
      viewBox="0 0 16 16"
      className="inline-block size-4 shrink-0 align-[-0.2em]"
    >
      <circle cx="8" cy="8" r="8" className="fill-good" />
      <path
        d="m4.5 8.3 2.4 2.3 4.6-5"
        fill="none"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-surface"
      />
    </svg>
  );
}
