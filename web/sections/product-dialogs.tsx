import { Suspense, useState } from 'react';

import type { Product } from '#contract/products.ts';
import type { BookingEntry } from '#web/bookings/use-booking.ts';
import { lazyPart } from '#web/platform/missing-code.tsx';
import { useSession } from '#web/platform/runtime.tsx';
import type { ReportEntry } from '#web/reports/report-dialog.tsx';

/** Only for those who press the buttons: visitors need not load forms. */
const BookDialog = lazyPart(async () => (await import('#web/bookings/book-dialog.tsx')).BookDialog);
const ReportDialog = lazyPart(async () => (await import('#web/reports/report-dialog.tsx')).ReportDialog);

/** The dialogs that a phone's buttons open: what opens them, and what shows them. */
export function useProductDialogs() {
  const { identity } = useSession();
  const [booked, setBooked] = useState<Product>();
  const [reported, setReported] = useState<Product>();
  // A dialog that is opened again has what was typed into it.
  const [typed] = useState(() => ({
    bookings: new Map<string, BookingEntry>(),
    reports: new Map<string, ReportEntry>(),
  }));
  const dialogs = identity !== undefined && (
    <Suspense>
      {booked !== undefined && (
        <BookDialog
          product={booked}
          identity={identity}
          typed={typed.bookings}
          onClose={() => setBooked(undefined)}
        />
      )}
      {reported !== undefined && (
        <ReportDialog
          product={reported}
          identity={identity}
          typed={typed.reports}
          onClose={() => setReported(undefined)}
        />
      )}
    </Suspense>
  );
  return { onBook: setBooked, onReport: setReported, dialogs };
}
