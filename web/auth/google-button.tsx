import { useEffect, useRef, useState } from 'react';

import type { Identity } from '#web/platform/access-token.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { Button } from '#web/ui/button.tsx';

export interface GoogleButtonProps {
  readonly onStart: () => void;
  readonly onSignedIn: (identity: Identity) => Promise<void>;
  readonly onFailed: (message: string, error?: unknown) => void;
}

/** Sign-in in Google's own window, which ends when the person leaves the page or logs in otherwise. */
export function GoogleButton({ onStart, onSignedIn, onFailed }: GoogleButtonProps) {
  const { status, googleLogin } = useSession();
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const signInWithGoogle = async (): Promise<void> => {
    onStart();
    setBusy(true);
    try {
      leaving.current = new AbortController();
      const identity = await googleLogin(leaving.current.signal);
      if (identity === undefined)
        onFailed('The Google window was closed before the end. Nothing has changed.');
      else await onSignedIn(identity);
    } catch (error) {
      onFailed(messageOf(error), error);
    }
    setBusy(false);
  };
  return (
    <Button
      variant="quiet"
      className="w-full"
      onClick={() => void signInWithGoogle()}
      isBusy={isBusy}
      disabled={status === 'unknown'}
    >
      CONTINUE WITH GOOGLE
    </Button>
  );
}

/** The divider between two ways to sign in. */
export function Or() {
  return (
    <p className="flex items-center gap-3 text-small text-quiet before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      or
    </p>
  );
}
