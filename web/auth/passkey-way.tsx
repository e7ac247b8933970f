import { useEffect, useEffectEvent, useRef } from 'react';

import { signInWithPasskey, type UsedCredential } from '#contract/auth-passkeys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall, useSend, useSession } from '#web/platform/runtime.tsx';

import { canUsePasskeys, choosePasskey } from './browser-passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';

export interface PasskeyWayProps {
  readonly onStart: () => void;
  readonly onSignedIn: () => Promise<void>;
  readonly onFailed: (message: string) => void;
}

/** Sign-in with a passkey, by the button or by a suggestion of the e-mail field. */
export function PasskeyWay({ onStart, onSignedIn, onFailed }: PasskeyWayProps) {
  const call = useCall();
  const { followAccount } = useSession();
  const signIn = async (credential: UsedCredential): Promise<void> => {
    onStart();
    await call(signInWithPasskey, { body: { credential } });
    await followAccount();
    await onSignedIn();
  };
  const fail = (error: unknown): void => onFailed(messageOf(error));
  const stopSuggesting = useSuggestedPasskeys(signIn, fail);
  return (
    <PasskeyButton
      label="Sign in with a passkey"
      onStart={stopSuggesting}
      onChosen={signIn}
      onFailed={fail}
    />
  );
}

/** Offers passkeys among the browser's autofill suggestions. @returns withdraws the offer */
function useSuggestedPasskeys(
  onChosen: (credential: UsedCredential) => Promise<void>,
  onFailed: (error: unknown) => void,
): () => void {
  const send = useSend();
  const offer = useRef<AbortController>(undefined);
  const suggest = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable())) return;
    // Without the server's answer there is nothing to suggest; the button shows the error.
    const credential = await choosePasskey(send, { signal, isQuiet: true }).catch(() => undefined);
    if (credential !== undefined) await onChosen(credential).catch(onFailed);
  });
  useEffect(() => {
    const current = new AbortController();
    offer.current = current;
    void suggest(current.signal);
    return () => current.abort();
  }, []);
  return () => offer.current?.abort();
}
