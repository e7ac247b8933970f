import type { ProductDetails } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { Avatar } from '#web/ui/avatar.tsx';

import { paths } from '#web/platform/paths.ts';
import { SiteLink } from '#web/ui/site-link.tsx';

import { VerifiedMark } from './seller-line.tsx';

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export type ProductSellerProps = Pick<
  ProductDetails,
  'name' | 'seller' | 'sellerId' | 'status' | 'sellerSince'
>;

/** The seller of a phone, since when they are here, and the link to all of their phones. */
export function ProductSeller({ name, seller, sellerId, status, sellerSince }: ProductSellerProps) {
  const isVerified = status === verifiedStatus;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3">
      <Avatar name={name} photo={seller} isVerified={isVerified} className="size-14" />
      <div className="grid min-w-0 grow basis-32 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <SiteLink
            to={paths.publicPerson(sellerId)}
            className="font-semibold wrap-anywhere text-action underline"
          >
            {name}
          </SiteLink>
          {isVerified ? <VerifiedMark /> : <span className="text-small text-wait">Not Verify</span>}
        </p>
        <p className="text-small text-quiet">
          Selling here since <time dateTime={sellerSince}>{month.format(new Date(sellerSince))}</time>
        </p>
      </div>
    </div>
  );
}
