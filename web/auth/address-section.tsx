import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { AddressChange, changeAddress } from '#contract/auth-account.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';

import { ResendConfirmation } from './resend-confirmation.tsx';

/** Whether the address is confirmed, and how to change it. */
export function AddressSection({ identity: { email } }: { identity: Identity }) {
  const { data: user } = useQuery(ownUserQuery(useSend(), email));
  return (
    <section aria-labelledby="address-heading" className="grid gap-4 border-t border-line pt-6">
      <h2 id="address-heading" className="text-title">
        Your e-mail address
      </h2>
      {user?.emailConfirmed === true && <p>Your address is confirmed.</p>}
      {user?.emailConfirmed === false && (
        <>
          <p>Your address is not confirmed yet. Open the link in the mail that we sent.</p>
          <ResendConfirmation email={email} />
        </>
      )}
      <ChangeAddressForm />
    </section>
  );
}

function ChangeAddressForm() {
  const call = useCall();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(AddressChange) });
  const { errors, isSubmitting } = form.formState;
  const forget = useFormDraft('address', form);
  const { failure, submit } = useFormSubmit(form, { email: 'email' }, async (body) => {
    setSentTo(undefined);
    await call(changeAddress, { body });
    await forget();
    setSentTo(body.email);
  });
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextInput
        label="New address"
        type="email"
        required
        autoComplete="email"
        hint="We send a link to it. Until you open that, nothing changes."
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" variant="quiet" className="justify-self-start" isBusy={isSubmitting}>
        Change address
      </Button>
      <p aria-live="polite" className="empty:absolute">
        {sentTo !== undefined && `A mail is on its way to ${sentTo}. Open its link within 24 hours.`}
      </p>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}
