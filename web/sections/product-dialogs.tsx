import { Suspense, useState } from 'react';

import type { Product } from '#contract/products.ts';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { useSession } from '#web/platform/runtime.tsx';
import { OpeningIndicator } from '#web/ui/opening-indicator.tsx';

import type { Opened } from './opened-dialogs.tsx';
import type { OpenAction } from './product-actions.tsx';

/** Loaded only for those who are signed in, or were until now. */
const OpenedDialogs = lazyPart(async () => (await import('./opened-dialogs.tsx')).OpenedDialogs);

/**
 * The dialogs of a phone's buttons: the function that opens them, and the element that shows them.
 *
 * @param products the phones with buttons: if a person had to log in before booking or reporting one, its dialog opens
 */
export function useProductDialogs(products: readonly Product[]) {
  const { identity } = useSession();
  const [opened, open] = useState<Opened>();
  const dialogs = (identity !== undefined || opened !== undefined) && (
    <Suspense fallback={opened !== undefined && <OpeningIndicator />}>
      <OpenedDialogs
        identity={identity}
        products={products}
        opened={opened}
        onChange={open}
        onClose={() => open(undefined)}
      />
    </Suspense>
  );
  const onOpen: OpenAction = (action, product) => open({ action, product });
  return { onOpen, dialogs };
}
