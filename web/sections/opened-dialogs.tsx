import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import type { Product } from '#contract/products.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { isRecord } from '#web/platform/is-record.ts';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { rememberOrigin, type PhoneAction } from '#web/platform/origin.ts';
import { paths } from '#web/platform/paths.ts';
import { RedirectToLogin } from '#web/platform/redirect-to-login.tsx';
import { type RequestedAction, requestedActionOf } from '#web/platform/return-from-login.ts';
import { OpeningIndicator } from '#web/ui/opening-indicator.tsx';
import { SuspendedDialog } from '#web/users/suspended-dialog.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';

interface DialogProps {
  readonly product: Product;
  readonly identity: Identity;
  readonly onClose: () => void;
}

/** The dialog of each action. Loaded only for those who press the buttons: others need no forms. */
const dialogs: Readonly<Record<PhoneAction, ComponentType<DialogProps>>> = {
  book: lazyPart(async () => (await import('#web/bookings/book-dialog.tsx')).BookDialog),
  report: lazyPart(async () => (await import('#web/reports/report-dialog.tsx')).ReportDialog),
};

/** What somebody wants to do with a phone. */
export interface Opened {
  readonly action: PhoneAction;
  readonly product: Product;
}

export interface OpenedDialogsProps {
  /** Undefined once the session has ended. */
  readonly identity: Identity | undefined;
  readonly products: readonly Product[];
  readonly opened: Opened | undefined;
  readonly onChange: (opened: Opened | undefined) => void;
  readonly onClose: () => void;
}

/** The dialog that a phone's button has opened, or that was requested before the login. */
export function OpenedDialogs({ identity, products, opened, onChange, onClose }: OpenedDialogsProps) {
  const performed = useRef<RequestedAction>(undefined);
  useRequestedAction(({ action, productId }) => {
    const product = products.find(({ _id, state }) => _id === productId && state === 'live');
    // Whoever pressed the button may turn out to be the seller.
    if (product === undefined || product.sellerId === identity?.uid) return false;
    onChange({ action, product });
    showOpener({ action, productId });
    performed.current = { action, productId };
    return true;
  });
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && opened === undefined;
    wasOpen.current = opened !== undefined;
    if (!hasClosed || performed.current === undefined) return;
    // No button of this page has opened the dialog, so closing it would focus the page's heading.
    openerOf(performed.current)?.focus({ preventScroll: true });
    performed.current = undefined;
  }, [opened]);
  const isSuspended = useIsSuspended();
  if (opened === undefined) return null;
  if (identity === undefined) return <LoginFor {...opened} />;
  if (isSuspended) return <SuspendedDialog onClose={onClose} />;
  const Dialog = dialogs[opened.action];
  return (
    <Suspense fallback={<OpeningIndicator />}>
      <Dialog product={opened.product} identity={identity} onClose={onClose} />
    </Suspense>
  );
}

/** The session ended while the dialog was open: after the login, the dialog opens again with what was typed. */
function LoginFor({ action, product }: Opened) {
  const origin = rememberOrigin(useLocation());
  const requestedAction = { action, productId: product._id };
  return <RedirectToLogin state={{ ...origin, requestedAction, wasLoggedOut: true }} />;
}

/**
 * Opens the dialog that a person requested before /login, once. A page may have several lists: the first one that has
 * the phone opens it.
 */
function useRequestedAction(perform: (requestedAction: RequestedAction) => boolean): void {
  const location = useLocation();
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (asked.current === location.key) return;
    asked.current = location.key;
    // The history stores what was opened, also across a reload.
    const entry: unknown = history.state;
    if (!isRecord(entry) || !isRecord(entry.usr)) return;
    const requestedAction = requestedActionOf({ state: entry.usr });
    if (requestedAction === undefined || !perform(requestedAction)) return;
    history.replaceState({ ...entry, usr: { ...entry.usr, requestedAction: undefined } }, '');
  });
}

/** The router has restored the scroll position; if the list has changed since, the card may be elsewhere. */
function showOpener(requestedAction: RequestedAction): void {
  const opener = openerOf(requestedAction);
  if (opener === undefined) return;
  const { top, bottom } = opener.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) opener.scrollIntoView({ block: 'center' });
}

/** The button of the requested action: on the phone's card, or else on the page of the phone itself. */
function openerOf({ action, productId }: RequestedAction): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>(`button[data-opens="${action}"]`);
  const link = `a[href="${paths.product(productId)}"]`;
  const onCard = [...buttons].find((button) => button.closest('article')?.querySelector(link));
  return onCard ?? [...buttons].find((button) => button.closest('article') === null);
}
