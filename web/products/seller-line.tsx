import type { Product } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** Who sells a phone: the ring around his photo closes when he is verified. */
export function SellerLine({ product }: { product: Pick<Product, 'name' | 'seller' | 'status'> }) {
  const { name, seller, status } = product;
  const isVerified = status === verifiedStatus;
  return (
    <div className="mt-auto flex min-w-0 items-center gap-2 pt-1">
      <Avatar name={name} photo={seller} isVerified={isVerified} className="size-9" />
      {isVerified ? (
        <p className="min-w-0 text-small">
          <span className="font-medium wrap-anywhere">{name}</span>
          {/* The mark stays beside the last word of the name. */}
          {'\u00a0'}
          <VerifiedMark />
        </p>
      ) : (
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-small">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-wait">Not Verify</span>
        </p>
      )}
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
