import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';

import { PasswordResetRequest, requestPasswordReset } from '#contract/auth-account.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-content.ts';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { EmailText } from '#web/users/email-text.tsx';

import { emailOf } from './email-state.ts';

const Request = z.pick(PasswordResetRequest, { email: true });

/** Requests the mail with the link; the answer does not reveal whether the address is registered. */
export function ForgotPasswordForm({ whereMailIs }: { whereMailIs?: ReactNode }) {
  const { status } = useSession();
  const call = useCall();
  const typed = emailOf(useLocation());
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm<z.infer<typeof Request>>({
    resolver: standardSchemaResolver(Request),
    defaultValues: { email: typed },
  });
  const { failure, submit } = useFormSubmit(form, { email: 'email' }, async ({ email }) => {
    await call(requestPasswordReset, { body: { email } });
    setSentTo(email);
  });
  const { setFocus } = form;
  const [isAgain, setAgain] = useState(false);
  useEffect(() => {
    if (isAgain && sentTo === undefined) setFocus('email', { shouldSelect: true });
  }, [isAgain, sentTo, setFocus]);
  if (sentTo !== undefined) {
    const askAgain = (): void => {
      setAgain(true);
      setSentTo(undefined);
    };
    return <Sent to={sentTo} whereMailIs={whereMailIs} onAskAgain={askAgain} />;
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Email"
        required
        type="email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" isBusy={form.formState.isSubmitting} disabled={status === 'unknown'}>
        Send the link
      </Button>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}

interface SentProps {
  readonly to: string;
  readonly whereMailIs: ReactNode;
  readonly onAskAgain: () => void;
}

/** The address may have been mistyped, which nobody but the person can tell. */
function Sent({ to, whereMailIs, onAskAgain }: SentProps) {
  return (
    <>
      <div role="status" tabIndex={-1} ref={focusOnMount} className="grid gap-3">
        <p>
          If there is an account for{' '}
          <strong className="font-semibold">
            <EmailText email={to} />
          </strong>
          , a mail with a link is on its way. The link works for an hour.
        </p>
        {whereMailIs}
      </div>
      <Button variant="quiet" onClick={onAskAgain}>
        Use another address
      </Button>
    </>
  );
}
