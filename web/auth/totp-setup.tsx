import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { confirmTotp, FactorCode } from '#contract/auth-factors.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';

const Entry = z.object({ code: FactorCode });

export interface TotpSetupProps {
  readonly secret: string;
  readonly uri: string;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onLeft: () => void;
}

/** Shows the secret for the authenticator app and asks for a first code. */
export function TotpSetup({ secret, uri, onConfirmed, onLeft }: TotpSetupProps) {
  const call = useCall();
  const form = useForm({ resolver: standardSchemaResolver(Entry) });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const { failure, submit } = useFormSubmit(form, { code: 'code' }, async (body) => {
    onConfirmed((await call(confirmTotp, { body: { ...body, secret } })).recoveryCodes);
  });
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode
          text={uri}
          label="QR code for your authenticator app"
          className="size-48 border border-line"
        />
        <div className="grid min-w-0 grow basis-56 gap-2">
          <p>Scan this with your app, or type the key in:</p>
          <p className="font-mono wrap-anywhere">
            <span className="sr-only">Key: </span>
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </div>
      </div>
      <TextInput
        label="Code from the app"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...form.register('code')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isSubmitting}>
          Turn on
        </Button>
        <Button variant="plain" onClick={onLeft}>
          Not now
        </Button>
      </div>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}
