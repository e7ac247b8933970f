import { useRef, useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import { ChangedFact, type NewBooking, bookProduct, listBookings } from '#contract/bookings.ts';
import { formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { useExpireAfter, useRefetchAfter } from '#web/platform/refetch-after.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { NetworkError } from '#web/platform/send.ts';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { removeLayer } from '#web/ui/use-close-on-back.ts';

export type BookingEntry = Pick<NewBooking, 'userLocation' | 'phone'>;

export interface BookingOptions {
  readonly product: Product;
  readonly identity: Identity;
  readonly onBooked: () => void;
  readonly onClose: () => void;
}

/** Books a phone and handles every outcome. */
export function useBooking({ product, identity, onBooked, onClose }: BookingOptions) {
  const send = useSend();
  const follow = useAfterBooking();
  const [seen, setSeen] = useState<Seen>({ sell: product.sell, version: product.version, changed: [] });
  const [failure, setFailure] = useState<string>();
  const wasCutOff = useRef(false);

  /** After a lost answer, "already booked" may mean that this person's own booking has succeeded. */
  const hasOwnHold = async (): Promise<boolean> => {
    if (!wasCutOff.current) return false;
    const own = await call(send, listBookings, { query: { userEmail: identity.email } });
    return own.some(({ productId, state }) => productId === product._id && state === 'held');
  };
  const explain = async (error: unknown, setError: UseFormSetError<BookingEntry>): Promise<void> => {
    const now = changesOf(error);
    if (now !== undefined) {
      setSeen(now);
      setFailure(refusalWords(messageOf(error), now, seen));
      return;
    }
    if (isApiError(error, 'bookings.already-booked')) {
      const isOwn = await hasOwnHold();
      if (isOwn) onBooked();
      else onClose();
      follow(isOwn ? undefined : error.message);
      return;
    }
    const isOffSale = isApiError(error, 'bookings.not-for-sale') || isApiError(error, 'bookings.sold');
    if (isOffSale || isApiError(error, 404)) {
      onClose();
      follow(isOffSale ? error.message : 'This phone is no longer for sale');
      return;
    }
    wasCutOff.current ||= error instanceof NetworkError;
    setFailure(showRefusal(error, setError, { userLocation: 'userLocation', phone: 'phone' }));
  };
  const book = async (entry: BookingEntry, setError: UseFormSetError<BookingEntry>): Promise<void> => {
    setFailure(undefined);
    try {
      const { sell, version } = seen;
      await call(send, bookProduct, { body: payloadOf(product, identity, { ...entry, sell, version }) });
      onBooked();
      follow(undefined);
    } catch (error) {
      await explain(error, setError).catch((again: unknown) => setFailure(messageOf(again)));
    }
  };
  return { price: seen.sell, isPriceNew: seen.sell !== product.sell, changed: seen.changed, failure, book };
}

/** The phone as the buyer last saw it: when they opened it, or in the last refusal. */
const Seen = z.object({
  sell: z.number(),
  version: z.optional(z.number()),
  changed: z._default(z.array(ChangedFact), []),
});
type Seen = z.infer<typeof Seen>;

/** The phone's current facts, if the refusal says that they are not what the buyer saw. */
function changesOf(error: unknown): Seen | undefined {
  if (!isApiError(error, 'bookings.price-changed') && !isApiError(error, 'bookings.phone-changed'))
    return undefined;
  return Seen.safeParse(error.body).data;
}

/** The refusal, the new price, and what to do. */
function refusalWords(refusal: string, now: Seen, before: Seen): string {
  const price = now.sell === before.sell ? '' : ` It is ${formatPrice(now.sell)} now.`;
  return `${refusal}${price} Nothing is booked yet. Book again if that is fine with you.`;
}

/** All fields of the specified payload. */
const payloadOf = (
  product: Product,
  identity: Identity,
  entry: BookingEntry & Pick<NewBooking, 'sell' | 'version'>,
) => ({
  ...entry,
  model: product.model,
  productId: product._id,
  seller: product.name,
  image: product.image,
  user: identity.displayName,
  userEmail: identity.email,
});

/** Returns the steps after a booking: show the outcome, and refetch what shows the phone or open the orders. */
function useAfterBooking() {
  const refetchAfter = useRefetchAfter();
  const expireAfter = useExpireAfter();
  const navigate = useNavigate();
  const toasts = useToasts();
  return (refusal: string | undefined): void => {
    if (refusal !== undefined) {
      toasts.error(refusal);
      // The phone leaves the list, and with it the button that has opened the dialog.
      void refetchAfter('booking-changed').then(() => focusContentIfLost());
      return;
    }
    toasts.success('Booking Successful');
    expireAfter('booking-changed');
    void navigate(paths.dashboard, { replace: removeLayer() });
  };
}
