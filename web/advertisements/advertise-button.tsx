import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { advertise, endAdvertisement } from '#contract/advertisements.ts';
import type { Product } from '#contract/products.ts';
import { useExpireAfter, useRefetchAfter } from '#web/platform/refetch-after.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';

/** Puts a phone on the home page, and takes it off again. */
export function AdvertiseButton({ product }: { product: Product }) {
  const stays = useRef<HTMLButtonElement>(null);
  const { isBusy, start, end } = useAdvertising(product);
  const endHere = async (): Promise<void> => {
    const pressed = document.activeElement;
    const hasEnded = await end();
    const hasMovedOn = ![pressed, document.body].includes(document.activeElement);
    // The button disappears when the advertisement ends, and the focus would be lost with it.
    if (hasEnded && !hasMovedOn) stays.current?.focus({ preventScroll: true });
  };
  if (product.state !== 'live') return null;
  return (
    <>
      {product.isAdvertised === true && (
        <Button
          variant="plain"
          className="whitespace-nowrap text-quiet!"
          isBusy={isBusy}
          onClick={() => void endHere()}
          aria-label={`End ad of ${product.model}`}
        >
          End ad
        </Button>
      )}
      {/* The button remains: a second press says that the advertisement exists already. */}
      <Button
        ref={stays}
        variant="plain"
        className="whitespace-nowrap text-quiet!"
        isBusy={isBusy}
        onClick={() => void start()}
        aria-label={`To Ads: ${product.model}`}
      >
        To Ads
      </Button>
    </>
  );
}

function useAdvertising({ _id, model }: Product) {
  const call = useCall();
  const navigate = useNavigate();
  const refetchAfter = useRefetchAfter();
  const expireAfter = useExpireAfter();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);

  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(advertise, { body: { uniqId: _id } });
      toasts.success('Advertisement Set Successful');
      expireAfter('advertisement-changed');
      await navigate(paths.home);
    } catch (error) {
      toasts.error(messageOf(error));
      await refetchAfter('advertisement-changed');
    }
    setBusy(false);
  };
  const end = async (): Promise<boolean> => {
    setBusy(true);
    let hasEnded = false;
    try {
      await call(endAdvertisement, { query: { id: _id } });
      hasEnded = true;
      toasts.success(`${model} is not advertised any more.`);
    } catch (error) {
      toasts.error(messageOf(error));
    }
    await refetchAfter('advertisement-changed');
    setBusy(false);
    return hasEnded;
  };
  return { isBusy, start, end };
}
