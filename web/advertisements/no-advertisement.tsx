import { MegaphoneIcon } from '#web/ui/icons.tsx';
import { EmptyState } from '#web/ui/notices.tsx';

/** Spec section 2. */
export function NoAdvertisement() {
  return (
    <EmptyState title="No Advertisement Running" icon={<MegaphoneIcon className="size-7" />}>
      Sellers can advertise their phones here: under My Products, with To Ads.
    </EmptyState>
  );
}
