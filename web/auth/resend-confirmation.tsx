import { useState } from 'react';

import { sendVerificationEmail } from '#contract/auth-account.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/notices.tsx';

/** Sends the confirmation mail again and shows whether it was sent. */
export function ResendConfirmation({ email }: { email: string }) {
  const call = useCall();
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<string>();
  const send = async (): Promise<void> => {
    setSending(true);
    setSaid('');
    setFailure(undefined);
    try {
      await call(sendVerificationEmail, { body: { email } });
      setSaid('The mail is on its way. Its link works for 24 hours.');
    } catch (error) {
      setFailure(messageOf(error));
    }
    setSending(false);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="quiet" onClick={() => void send()} isBusy={isSending}>
        Send the mail again
      </Button>
      <p aria-live="polite" className="text-small empty:absolute">
        {said}
      </p>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </div>
  );
}
