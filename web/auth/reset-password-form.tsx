import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { PasswordReset, resetPassword, type undoAddressChange } from '#contract/auth-account.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import { paths } from '#web/platform/paths.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { NewPasswordInput } from './new-password-input.tsx';
import { TextLink } from './auth-panel.tsx';

const Entry = z.pick(PasswordReset, { newPassword: true });

/** Sets a new password with the token from the mail. */
export function ResetPasswordForm({
  token,
  endpoint = resetPassword,
  onDone,
}: {
  token: string;
  /** What the link is for. */
  endpoint?: typeof resetPassword | typeof undoAddressChange;
  onDone: () => void;
}) {
  const { status } = useSession();
  const call = useCall();
  const form = useForm({ resolver: standardSchemaResolver(Entry) });
  const { errors, isSubmitting } = form.formState;
  const { failure, submit } = useFormSubmit(form, { newPassword: 'newPassword' }, async ({ newPassword }) => {
    await call(endpoint, { body: { newPassword, token } });
    onDone();
  });
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <NewPasswordInput
        label="New password"
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <Button type="submit" isBusy={isSubmitting} disabled={status === 'unknown'}>
        Save the new password
      </Button>
      {failure !== undefined && (
        <FormError>
          <span>
            {failure} You can <TextLink to={paths.forgotPassword}>ask for a new one</TextLink>.
          </span>
        </FormError>
      )}
    </form>
  );
}
