import { useState } from 'react';

import { messageOf } from './api-error.ts';
import { useToasts } from './toasts.tsx';

/** Runs the work of a button: `isBusy` until it ends, and a failure is shown as a toast. `run` never rejects. */
export function useButtonWork() {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toasts.error(messageOf(error));
    }
    setBusy(false);
  };
  return { isBusy, run };
}
