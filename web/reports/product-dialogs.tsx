import { Suspense, useState } from 'react';

import type { Product } from '#contract/products.ts';
import { lazyPart } from '#web/platform/missing-code.tsx';
import { useSession } from '#web/platform/runtime.tsx';

/** Only for those who press the buttons: visitors need not load forms. */
const BookDialog = lazyPart(async () => (await import('#web/bookings/book-dialog.tsx')).BookDialog);
const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** The dialogs that a phone's buttons open: what opens them, and what shows them. */
export function useProductDialogs() {
  const { identity } = useSession();
  const [booked, setBooked] = useState<Product>();
  const [reported, setReported] = useState<Product>();
  const dialogs = identity !== undefined && (
    <Suspense>
      {booked !== undefined && (
        <BookDialog product={booked} identity={identity} onClose={() => setBooked(undefined)} />
      )}
      {reported !== undefined && (
        <ReportDialog product={reported} identity={identity} onClose={() => setReported(undefined)} />
      )}
    </Suspense>
  );
  return { onBook: setBooked, onReport: setReported, dialogs };
}
