import { useState } from 'react';

import type { UsedCredential } from '#contract/auth-passkeys.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { UserFacingError } from '#web/platform/user-facing-error.ts';
import { Button } from '#web/ui/button.tsx';

import { canUsePasskeys, choosePasskey } from './browser-passkeys.ts';

export interface PasskeyButtonProps {
  readonly label: string;
  /** Withdraws any other passkey offer: browsers show one at a time. */
  readonly onStart?: () => void;
  readonly onChosen: (credential: UsedCredential) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
}

/** Lets the person identify themselves by a passkey. Not shown where passkeys are not supported. */
export function PasskeyButton({ label, onStart, onChosen, onFailed }: PasskeyButtonProps) {
  const send = useSend();
  const [isBusy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;
  const choose = async (): Promise<void> => {
    setBusy(true);
    onStart?.();
    try {
      const credential = await choosePasskey(send);
      if (credential === undefined) throw new UserFacingError('No passkey was chosen. You can try again.');
      await onChosen(credential);
    } catch (error) {
      onFailed(error);
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" className="w-full" isBusy={isBusy} onClick={() => void choose()}>
      {label}
    </Button>
  );
}
