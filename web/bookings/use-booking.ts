import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import { type NewBooking, bookProduct, listBookings } from '#contract/bookings.ts';
import { formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { NetworkError, type SendReply } from '#web/platform/send.ts';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';

export type BookingEntry = Pick<NewBooking, 'userLocation' | 'phone'>;

export interface BookingWish {
  readonly product: Product;
  readonly identity: Identity;
  readonly onClose: () => void;
}

/** Books a phone, and follows every way in which that can end (spec section 8). */
export function useBooking({ product, identity, onClose }: BookingWish) {
  const sendBooking = useSendBooking();
  const send = useSend();
  const follow = useAftermath();
  const [price, setPrice] = useState(product.sell);
  const [failure, setFailure] = useState<string>();
  const wasCutOff = useRef(false);

  /** After a lost answer "already booked" may mean: by this very person, a moment ago. */
  const holdsIt = async (): Promise<boolean> => {
    if (!wasCutOff.current) return false;
    const own = await call(send, listBookings, { query: { userEmail: identity.email } });
    return own.some(({ productId, paid }) => productId === product._id && !paid);
  };
  const explain = async (error: unknown, setError: UseFormSetError<BookingEntry>): Promise<void> => {
    if (error instanceof PriceChange) {
      setPrice(error.sell);
      setFailure(
        `${error.message} It is ${formatPrice(error.sell)} now. Book again if that is fine with you.`,
      );
      return;
    }
    if (isApiError(error, 'bookings.already-booked')) {
      onClose();
      follow((await holdsIt()) ? undefined : error.message);
      return;
    }
    if (isApiError(error, 404)) {
      onClose();
      follow('This phone is no longer for sale');
      return;
    }
    wasCutOff.current ||= error instanceof NetworkError;
    setFailure(showRefusal(error, setError, { userLocation: 'userLocation', phone: 'phone' }));
  };
  const book = async (entry: BookingEntry, setError: UseFormSetError<BookingEntry>): Promise<void> => {
    setFailure(undefined);
    try {
      await sendBooking(product, identity, { ...entry, sell: price });
      follow(undefined);
    } catch (error) {
      await explain(error, setError).catch((again: unknown) => setFailure(messageOf(again)));
    }
  };
  return { price, isPriceNew: price !== product.sell, failure, book };
}

/** The seller asks another price than the one that the buyer saw. */
class PriceChange extends Error {
  override readonly name = 'PriceChange';
  readonly sell: number;

  constructor(message: string, sell: number) {
    super(message);
    this.sell = sell;
  }
}

const NewPrice = z.object({ sell: z.number() });

/** Sends the spec's payload (section 3). A refusal for a new price carries that price. */
function useSendBooking() {
  const send = useSend();
  return async (
    product: Product,
    identity: Identity,
    entry: BookingEntry & { sell: number },
  ): Promise<void> => {
    let reply: SendReply | undefined;
    const body = {
      ...entry,
      model: product.model,
      productId: product._id,
      seller: product.name,
      image: product.image,
      user: identity.displayName,
      userEmail: identity.email,
    };
    try {
      await call(async (request) => (reply = await send(request)), bookProduct, { body });
    } catch (error) {
      const { data } = z.safeParse(NewPrice, reply?.body);
      if (isApiError(error, 'bookings.price-changed') && data)
        throw new PriceChange(error.message, data.sell);
      throw error;
    }
  };
}

/** Says how it ended, refreshes what shows the phone, and after a success goes to the orders. */
function useAftermath() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return (refusal: string | undefined): void => {
    if (refusal === undefined) {
      toasts.success('Booking Successful');
      void navigate(paths.dashboard);
    } else toasts.error(refusal);
    for (const key of ['products', 'adsProducts', 'bookedProduct'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
}
