/** Short words that come and go. The code that shows them is loaded with the first one. */
import { type ComponentType, type ReactNode, createContext, use, useMemo, useState } from 'react';

import { Button } from '#web/ui/button.tsx';

export type ToastKind = 'blank' | 'info' | 'success' | 'error' | 'loading';

interface ToastOptions {
  /** Replaces the toast with this id, as `loading` ends in `success`. */
  readonly id?: string;
}

type ShowToast = (message: string, options?: ToastOptions) => string;

/** Each shows a toast and returns its id at once. Durations and the limit are the spec's (section 9). */
export type Toasts = Readonly<Record<ToastKind, ShowToast>>;

const ToastContext = createContext<Toasts | undefined>(undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [Toaster, setToaster] = useState<ComponentType>();
  const [plain, setPlain] = useState('');
  const toasts = useMemo(() => createToasts(setToaster, setPlain), []);
  return (
    <ToastContext value={toasts}>
      {children}
      {Toaster !== undefined && <Toaster />}
      <div role="alert" className="page-notice">
        {plain !== '' && (
          <>
            <p>{plain}</p>
            <Button variant="plain" onClick={() => setPlain('')}>
              Dismiss
            </Button>
          </>
        )}
      </div>
    </ToastContext>
  );
}

export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (toasts === undefined) throw new Error('A component that shows toasts stands outside ToastProvider.');
  return toasts;
}

/** @param showPlain shows what is said where the code of the toasts cannot be loaded: an error must not go unsaid */
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
