import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { changePassword, PasswordChange } from '#contract/auth-account.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { FormError } from '#web/ui/notices.tsx';

import { factorsQuery } from './factors-query.ts';
import { NewPasswordInput } from './new-password-input.tsx';

const headingId = 'password-heading';

/** Changes the password, or sets the first one of an account that has none. */
export function PasswordSection() {
  const { data: factors } = useQuery(factorsQuery(useSend()));
  const isFirst = factors?.hasPassword === false;
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
      <h2 id={headingId} className="text-title">
        Your password
      </h2>
      <p>
        {isFirst
          ? 'Your account has no password. With one you can log in by e-mail, too.'
          : 'When you change it, you stay signed in here and are signed out everywhere else.'}
      </p>
      <ChangePasswordForm label={isFirst ? 'Set a password' : 'Change password'} />
    </section>
  );
}

function ChangePasswordForm({ label }: { label: string }) {
  const { submit, isChanged, failure, form } = useChange();
  const { errors, isSubmitting } = form.formState;
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <NewPasswordInput
        // Clears the field, and with it what was typed and its strength.
        key={String(isChanged)}
        label="New password"
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <Button type="submit" variant="quiet" className="justify-self-start" isBusy={isSubmitting}>
        {label}
      </Button>
      <p aria-live="polite" className="empty:absolute">
        {isChanged && 'Your password is changed. We have sent you a mail about it.'}
      </p>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}

function useChange() {
  const call = useCall();
  const queryClient = useQueryClient();
  const [isChanged, setChanged] = useState(false);
  const form = useForm({ resolver: standardSchemaResolver(PasswordChange) });
  const { failure, submit } = useFormSubmit(form, { newPassword: 'newPassword' }, async (body) => {
    setChanged(false);
    await call(changePassword, { body });
    form.reset({ newPassword: '' });
    setChanged(true);
    await Promise.all(
      [accountKeys.sessions, accountKeys.factors].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
    // Enter may have been pressed in the field that was replaced.
    focusContentIfLost(document.getElementById(headingId));
  });
  return { submit, isChanged, failure, form };
}
