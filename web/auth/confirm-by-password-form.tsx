import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { confirmAddress, type ProofResult } from '#contract/auth-account.ts';
import { Credentials } from '#contract/auth.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

const Entry = z.pick(Credentials, { password: true });

/** Confirms an address in a browser that does not have the account's session. */
export function ConfirmByPasswordForm({
  token,
  onDone,
}: {
  token: string;
  onDone: (result: ProofResult) => void;
}) {
  const { status } = useSession();
  const call = useCall();
  const form = useForm({ resolver: standardSchemaResolver(Entry) });
  const { errors, isSubmitting } = form.formState;
  const { failure, submit } = useFormSubmit(form, { password: 'password' }, async ({ password }) => {
    onDone((await call(confirmAddress, { body: { token, password } })).result);
  });
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <PasswordInput
        label="Password"
        required
        autoComplete="current-password"
        hint="The password of the account that the mail is about."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" isBusy={isSubmitting} disabled={status === 'unknown'}>
        Confirm the address
      </Button>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}
