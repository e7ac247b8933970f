import { type ReactNode, useCallback } from 'react';
import { type Toast, resolveValue, toast, useToaster } from 'react-hot-toast/headless';

import { AlertIcon, CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import { InfoIcon } from '#web/ui/tool-icons.tsx';
import { SpinnerMark } from '#web/ui/spinner.tsx';

export type ToastKind = 'blank' | 'info' | 'success' | 'error' | 'loading';

/** Information is a blank toast with an icon. */
const infoIcon = <InfoIcon />;

export function showToast(kind: ToastKind, message: string, id: string): void {
  if (kind === 'blank') toast(message, { id });
  if (kind === 'info') toast(message, { id, icon: infoIcon });
  if (kind === 'success') toast.success(message, { id });
  if (kind === 'loading') toast.loading(message, { id });
  if (kind === 'error') toast.error(message, { id });
}

/**
 * The toasts, within the live region that announces them. As specified, the library shows them for 4 seconds, of a
 * success for 2, and at most 20 at once.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  return (
    <div className="contents" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts.map((one) => (
        <ToastCard key={one.id} one={one} />
      ))}
    </div>
  );
}

const tones: Record<Toast['type'], { icon: ReactNode; color: string }> = {
  blank: { icon: null, color: '' },
  custom: { icon: null, color: '' },
  success: { icon: <CheckIcon />, color: 'text-good' },
  error: { icon: <AlertIcon />, color: 'text-bad' },
  loading: { icon: <SpinnerMark />, color: 'text-action' },
};

function ToastCard({ one }: { one: Toast }) {
  const { icon, color } = tones[one.type];
  const dismiss = useCallback(() => toast.dismiss(one.id), [one.id]);
  return (
    <div className="toast" data-leaving={one.visible ? undefined : ''}>
      <span className={color}>{one.icon ?? icon}</span>
      {/* The region announces every toast; an error interrupts. A second live attribute would make it be read twice. */}
      <p role={one.type === 'error' ? 'alert' : undefined} className="grow">
        {resolveValue(one.message, one)}
      </p>
      <button type="button" aria-label="Dismiss" onClick={dismiss} className="toast-close">
        <CloseIcon className="size-4" />
      </button>
    </div>
  );
}
