/** Short messages that disappear by themselves. The code that shows them is loaded with the first one. */
import { type ComponentType, type ReactNode, createContext, use, useEffect, useMemo, useState } from 'react';

import { PageNotice } from '#web/ui/notices.tsx';

import type { ToastKind } from './toaster.tsx';

interface ToastOptions {
  /** Replaces the toast with this id, as when `loading` becomes `success`. */
  readonly id?: string;
}

type ShowToast = (message: string, options?: ToastOptions) => string;

/** Each shows a toast and returns its id at once. */
export type Toasts = Readonly<Record<ToastKind, ShowToast>>;

const ToastContext = createContext<Toasts | undefined>(undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [Toaster, setToaster] = useState<ComponentType>();
  const [plain, setPlain] = useState('');
  useEffect(() => findRegion()?.showPopover(), []);
  const toasts = useMemo(() => createToasts(setToaster, setPlain), []);
  return (
    <ToastContext value={toasts}>
      {children}
      {/* Rendered before the first toast: screen readers announce only what is added to an existing region. */}
      <div id={regionId} aria-live="polite" popover="manual" className="toasts">
        {Toaster !== undefined && <Toaster />}
      </div>
      {plain !== '' && (
        <PageNotice onDismiss={() => setPlain('')}>
          <p>{plain}</p>
        </PageNotice>
      )}
    </ToastContext>
  );
}

export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (toasts === undefined) throw new Error('No ToastProvider around this component');
  return toasts;
}

/** @param showPlain shows messages if the code of the toasts cannot be loaded: errors must not be lost */
function createToasts(
  setToaster: (toaster: () => ComponentType) => void,
  showPlain: (message: string) => void,
): Toasts {
  let count = 0;
  const load = async () => {
    const { Toaster, showToast } = await import('./toaster.tsx');
    setToaster(() => Toaster);
    return showToast;
  };
  const show =
    (kind: ToastKind): ShowToast =>
    (message, options) => {
      count += 1;
      const id = options?.id ?? `toast-${count}`;
      liftAboveDialogs();
      load().then(
        (showToast) => showToast(kind, message, id),
        () => showPlain(message),
      );
      return id;
    };
  return {
    blank: show('blank'),
    info: show('info'),
    success: show('success'),
    error: show('error'),
    loading: show('loading'),
  };
}

/** The element that entered the top layer last is on top: a dialog that opened later would hide the toasts. */
function liftAboveDialogs(): void {
  if (document.querySelector('dialog:modal') === null) return;
  const region = findRegion();
  region?.hidePopover();
  region?.showPopover();
}

const regionId = 'toasts';
const findRegion = (): HTMLElement | null => document.getElementById(regionId);
