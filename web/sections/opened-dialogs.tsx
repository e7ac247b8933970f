import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import type { Product } from '#contract/products.ts';
import type { BookingEntry } from '#web/bookings/use-booking.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { lazyPart } from '#web/platform/missing-code.tsx';
import { type Wish, wishOf } from '#web/platform/origin.ts';
import { paths } from '#web/platform/paths.ts';
import type { ReportEntry } from '#web/reports/report-dialog.tsx';

/** Only for those who press the buttons: the others need not load forms. */
const BookDialog = lazyPart(async () => (await import('#web/bookings/book-dialog.tsx')).BookDialog);
const ReportDialog = lazyPart(async () => (await import('#web/reports/report-dialog.tsx')).ReportDialog);

/** What somebody wants to do with a phone, which has a dialog of its own. */
export interface Opened {
  readonly action: Wish['action'];
  readonly product: Product;
}

export interface OpenedDialogsProps {
  readonly identity: Identity;
  readonly products: readonly Product[];
  readonly opened: Opened | undefined;
  readonly onChange: (opened: Opened | undefined) => void;
}

/** The dialog that a phone's button has opened, or that was wished for before the login. */
export function OpenedDialogs({ identity, products, opened, onChange }: OpenedDialogsProps) {
  // A dialog that is opened again has what was typed into it.
  const [typed] = useState(() => ({
    bookings: new Map<string, BookingEntry>(),
    reports: new Map<string, ReportEntry>(),
  }));
  useWish(({ action, productId }) => {
    const product = products.find(({ _id, state }) => _id === productId && state === 'live');
    if (product === undefined) return;
    onChange({ action, product });
    const link = document.querySelector(`article a[href="${paths.product(productId)}"]`);
    link?.scrollIntoView({ block: 'center' });
  });
  if (opened === undefined) return null;
  const dialog = { product: opened.product, identity, onClose: () => onChange(undefined) };
  return (
    <Suspense>
      {opened.action === 'book' ? (
        <BookDialog {...dialog} typed={typed.bookings} />
      ) : (
        <ReportDialog {...dialog} typed={typed.reports} />
      )}
    </Suspense>
  );
}

/** Grants the wish with which a person came back from /login, once. */
function useWish(grant: (wish: Wish) => void): void {
  const location = useLocation();
  const granted = useRef<string>(undefined);
  const wish = wishOf(location);
  useEffect(() => {
    if (wish === undefined || granted.current === location.key) return;
    granted.current = location.key;
    // Not once more with a reload.
    history.replaceState({ ...history.state, usr: null }, '');
    grant(wish);
  });
}
