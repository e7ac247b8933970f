import type { PayoutLine } from '#contract/payouts-manual.ts';

/** A seller's name and e-mail address, for admins. */
export const SellerName = ({ seller: { name, email } }: Pick<PayoutLine, 'seller'>) => (
  <span className="flex min-w-0 flex-col wrap-anywhere">
    {name}
    <span className="text-small font-normal text-quiet">{email}</span>
  </span>
);
