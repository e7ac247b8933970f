import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { FactorCode, passSecondFactor, type SecondFactor } from '#contract/auth-factors.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { AuthPanel } from './auth-panel.tsx';
import { PasskeyButton } from './passkey-button.tsx';

const Entry = z.object({ code: FactorCode });

export interface SecondFactorFormProps {
  readonly onEntered: () => void;
  /** Back to the first step, with what went wrong where something did. */
  readonly onLeft: (message: string | undefined) => void;
}

/** The second step of a sign-in. */
export function SecondFactorForm({ onEntered, onLeft }: SecondFactorFormProps) {
  const call = useCall();
  const { followAccount } = useSession();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(Entry) });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const enter = async (body: SecondFactor): Promise<void> => {
    setFailure(undefined);
    await call(passSecondFactor, { body });
    await followAccount();
    onEntered();
  };
  const fail = (error: unknown): void => {
    if (isApiError(error, 403)) onLeft(error.message);
    else setFailure(showRefusal(error, form.setError, { code: 'code' }));
  };
  const pass = form.handleSubmit(async (body) => enter(body).catch(fail));
  return (
    <AuthPanel
      title="One more step"
      lead="Enter the code that your authenticator app shows, or one of your recovery codes."
      after={<LostFactor />}
    >
      <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void pass(event)}>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.code?.message}
          {...form.register('code')}
        />
        <Button type="submit" isBusy={isSubmitting}>
          Continue
        </Button>
        <PasskeyButton label="Use a passkey" onChosen={(passkey) => enter({ passkey })} onFailed={fail} />
        <Button variant="plain" onClick={() => onLeft(undefined)}>
          Back to Login
        </Button>
        {failure !== undefined && <FormError>{failure}</FormError>}
      </form>
    </AuthPanel>
  );
}

/** The one way back for whoever has lost their second factor. */
function LostFactor() {
  return (
    <details className="text-small text-quiet">
      <summary>I have lost my authenticator app</summary>
      <p className="pt-2">
        Enter one of the ten recovery codes that you kept when you set the app up; each works once. If you
        have lost them too, write to us from the e-mail address of your account. An admin checks who you are,
        removes the second factor and records why; you are told by mail.
      </p>
    </details>
  );
}
