import { useEffect, useRef } from 'react';

import { useToasts } from '#web/platform/toasts.tsx';
import { useLeaveConfirmation } from '#web/platform/use-leave-confirmation.ts';
import { Button } from '#web/ui/button.tsx';

const question = 'Have you kept the recovery codes? They are not shown again.';

/** Recovery codes, shown only once: the server stores only their hashes. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const toasts = useToasts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useLeaveConfirmation(areShown, question, { logOutQuestion: question });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toasts.success('Copied');
    } catch {
      // Without a secure connection, or if the person declined.
      toasts.error('Your browser did not allow it. Please write the codes down.');
    }
  };
  return (
    <div className="grid gap-3 rounded-card bg-wait-soft p-4">
      <h3 ref={heading} tabIndex={-1} className="text-lead font-semibold">
        Keep your recovery codes
      </h3>
      <p>
        If you lose your app, each of these signs you in once. We show them only now: write them down, or
        store them in a password manager.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKept}>I have saved them</Button>
        <Button variant="quiet" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  );
}

const areShown = (): boolean => true;
