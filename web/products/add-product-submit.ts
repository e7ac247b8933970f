import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { type NewProduct, addProduct, listProducts } from '#contract/products.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import { useExpireAfter } from '#web/platform/refetch-after.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { NetworkError } from '#web/platform/send.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { useIsUnmounted } from '#web/platform/use-is-unmounted.ts';

import { type ProductEntry, type ProductEntryForm, entryFields } from './add-product-entry.ts';
import { callWithPhotos } from './send-photos.ts';

export interface ProductSubmit {
  readonly email: string;
  /** The catalogue's model that is being listed. */
  readonly deviceId: string | undefined;
  readonly list: PhotoList;
  readonly setError: ProductEntryForm['setError'];
  /** Whether another tab has listed the phone of this draft, or deleted the draft. */
  readonly isDraftGone: () => Promise<boolean>;
  /** Called when the phone is listed; awaited before the page is left. */
  readonly onListed: () => Promise<void>;
}

/** Submits a filled-in phone: first its photos, then the phone itself. Nothing typed is lost if either fails. */
export function useProductSubmit({ email, deviceId, list, setError, isDraftGone, onListed }: ProductSubmit) {
  const call = useCall();
  const listOnce = useListOnce();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const expireAfter = useExpireAfter();
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();

  const hasSameListing = async ({ model, sell }: Pick<NewProduct, 'model' | 'sell'>): Promise<boolean> => {
    const own = await call(listProducts, { query: { email } });
    return own.some((phone) => phone.model === model && phone.sell === sell);
  };
  const submit = async ({ photo: _count, ...entry }: ProductEntry): Promise<void> => {
    setFailure(undefined);
    try {
      if ((await isDraftGone()) && (await hasSameListing(entry)) && !window.confirm(twinQuestion)) return;
      const isListed = await callWithPhotos(list, setError, (photos) =>
        listOnce({ ...entry, deviceId, email, image: photos[0], photos: [...photos] }),
      );
      if (!isListed) return;
    } catch (error) {
      setFailure(showRefusal(error, setError, entryFields));
      return;
    }
    toasts.success('Product Add Successfully');
    expireAfter('product-listed');
    await onListed();
    if (!isUnmounted.current) await navigate(paths.myProducts);
  };
  return { submit, failure };
}

const twinQuestion =
  'This draft was listed or deleted in another tab, and a phone of this model at this price is in My Products. List another one?';

/** How much later than by our clock a phone is listed by the server's, in milliseconds, if the clocks differ. */
const clocksDifferMs = 10_000;

/** Lists a phone. If an answer was lost, the same entry is not listed a second time. */
function useListOnce() {
  const call = useCall();
  /** The attempt without an answer. */
  const lost = useRef<{ readonly entry: string; readonly since: number }>(undefined);

  const isListed = async ({ email, image, model }: NewProduct, since: number): Promise<boolean> => {
    const own = await call(listProducts, { query: { email } });
    return own.some(
      (phone) => phone.image === image && phone.model === model && Date.parse(phone.time) >= since,
    );
  };
  return async (body: NewProduct): Promise<void> => {
    const attempt = { entry: JSON.stringify(body), since: serverNow() - clocksDifferMs };
    const earlier = lost.current?.entry === attempt.entry ? lost.current : undefined;
    if (earlier !== undefined && (await isListed(body, earlier.since))) return;
    try {
      await call(addProduct, { body });
    } catch (error) {
      lost.current = error instanceof NetworkError ? (earlier ?? attempt) : undefined;
      throw error;
    }
  };
}
