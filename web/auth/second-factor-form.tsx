import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { FactorCode, passSecondFactor, type SecondFactor, secondFactorWays } from '#contract/auth-factors.ts';
import { type ApiError, isApiError } from '#web/platform/api-error.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { AuthPanel } from './auth-panel.tsx';
import { PasskeyButton } from './passkey-button.tsx';

const Entry = z.object({ code: FactorCode });

export interface SecondFactorFormProps {
  /** The answer to the first step: it lists the ways to take the second one. */
  readonly refusal: ApiError;
  readonly onSignedIn: () => Promise<void>;
  /** Returns to the first step, with the error if there was one. */
  readonly onLeft: (message: string | undefined) => void;
}

/** The second step of a sign-in. */
export function SecondFactorForm({ refusal, onSignedIn, onLeft }: SecondFactorFormProps) {
  const call = useCall();
  const { followAccount } = useSession();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(Entry) });
  const { setFocus } = form;
  const { hasCode, hasPasskey } = waysOf(refusal);
  useEffect(() => {
    if (hasCode) setFocus('code');
  }, [hasCode, setFocus]);
  const send = async (body: SecondFactor): Promise<void> => {
    setFailure(undefined);
    await call(passSecondFactor, { body });
    await followAccount();
    await onSignedIn();
  };
  const fail = (error: unknown): void => {
    if (isApiError(error, 403)) onLeft(error.message);
    else setFailure(showRefusal(error, form.setError, { code: 'code' }));
  };
  const pass = form.handleSubmit(async (body) => send(body).catch(fail));
  return (
    <AuthPanel
      title="One more step"
      lead={
        hasCode
          ? 'Enter the code that your authenticator app shows, or one of your recovery codes.'
          : 'Use the passkey of your account, on a device that has it.'
      }
      after={hasCode ? <LostApp /> : <LostPasskey />}
    >
      <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void pass(event)}>
        {hasCode && <CodeField form={form} />}
        {hasPasskey && (
          <PasskeyButton label="Use a passkey" onChosen={(passkey) => send({ passkey })} onFailed={fail} />
        )}
        <Button variant="plain" onClick={() => onLeft(undefined)}>
          Back to Login
        </Button>
        {failure !== undefined && <FormError>{failure}</FormError>}
      </form>
    </AuthPanel>
  );
}

function CodeField({ form }: { form: UseFormReturn<z.infer<typeof Entry>> }) {
  const { errors, isSubmitting } = form.formState;
  return (
    <>
      <TextInput
        label="Code"
        required
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" isBusy={isSubmitting}>
        Continue
      </Button>
    </>
  );
}

/** The account's ways. If the answer does not list them, all are offered. */
function waysOf({ body: { ways } }: ApiError) {
  const listed: readonly unknown[] = Array.isArray(ways) ? ways : secondFactorWays;
  return { hasCode: listed.includes('code'), hasPasskey: listed.includes('passkey') };
}

const LostPasskey = () => (
  <details className="text-small text-quiet">
    <summary className="py-3">I have lost my passkey</summary>
    <p>
      Write to us from the e-mail address of your account. An admin checks who you are, removes the passkey
      and records why; you are told by mail.
    </p>
  </details>
);

/** The only way back for a person who has lost their second factor. */
function LostApp() {
  return (
    <details className="text-small text-quiet">
      <summary className="py-3">I have lost my authenticator app</summary>
      <p>
        Enter one of the ten recovery codes that you kept when you set the app up; each works once. If you
        have lost them too, write to us from the e-mail address of your account. An admin checks who you are,
        removes the second factor and records why; you are told by mail.
      </p>
    </details>
  );
}
