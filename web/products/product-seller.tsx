import type { ProductDetails } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { Avatar } from '#web/ui/avatar.tsx';

import { VerifiedMark } from './seller-line.tsx';

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export type ProductSellerProps = Pick<ProductDetails, 'name' | 'seller' | 'status' | 'sellerSince'>;

/** Who sells a phone, and how long he has been here. */
export function ProductSeller({ name, seller, status, sellerSince }: ProductSellerProps) {
  const isVerified = status === verifiedStatus;
  return (
    <div className="flex min-w-0 items-center gap-4 rounded-card border border-line bg-surface p-4">
      <Avatar name={name} photo={seller} isVerified={isVerified} className="size-14" />
      <div className="grid min-w-0 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {isVerified ? <VerifiedMark /> : <span className="text-small text-wait">Not Verify</span>}
        </p>
        <p className="text-small text-quiet">
          Selling here since <time dateTime={sellerSince}>{month.format(new Date(sellerSince))}</time>
        </p>
      </div>
    </div>
  );
}
