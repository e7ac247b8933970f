import noPhones from '#web/pictures/no-phones.svg';
import { EmptyState } from '#web/ui/notices.tsx';

/** Spec section 2. */
export function NoAdvertisement() {
  return (
    <EmptyState title="No Advertisement Running" picture={noPhones}>
      Sellers can advertise their phones here: under My Products, with To Ads.
    </EmptyState>
  );
}
