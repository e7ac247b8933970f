import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';

import {
  getStepUp,
  sendStepUpCode,
  type StepUp,
  stepUp,
  stepUpBy,
  type StepUpWay,
} from '#contract/auth-step-up.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice, FormError } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { PasskeyButton } from './passkey-button.tsx';

export interface StepUpDialogProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks the person to authenticate again, by the means that their account has. */
export function StepUpDialog({ onConfirmed, onClose }: StepUpDialogProps) {
  const send = useSend();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: accountKeys.stepUp,
    queryFn: ({ signal }) => call(send, getStepUp, { signal }),
    // The account may have gained or lost a password since the last time.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      title="Please confirm that it is you"
      intro="This needs a recent sign-in. Afterwards you continue where you were; nothing that you typed is lost."
      onClose={onClose}
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data === undefined && error === null && <Spinner label="Loading" />}
      {data !== undefined && <StepUpForm {...data} onConfirmed={onConfirmed} />}
    </Dialog>
  );
}

interface StepUpFormProps {
  readonly ways: readonly StepUpWay[];
  readonly hasPasskey: boolean;
  readonly onConfirmed: () => void;
}

function StepUpForm({ ways, hasPasskey, onConfirmed }: StepUpFormProps) {
  const makeCall = useCall();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(stepUpBy(ways)) });
  const { isSubmitting } = form.formState;
  const { setFocus } = form;
  const hasPassword = ways.includes('password');
  const needsPasskey = ways.includes('passkey');
  // The dialog opened before its fields were known.
  useEffect(() => {
    if (hasPassword) setFocus('password');
  }, [hasPassword, setFocus]);
  const confirmBy = async (body: StepUp): Promise<void> => {
    setFailure(undefined);
    await makeCall(stepUp, { body });
    onConfirmed();
  };
  const fail = (error: unknown): void =>
    setFailure(
      showRefusal(error, form.setError, { password: 'password', code: 'code', mailCode: 'mailCode' }),
    );
  const confirm = form.handleSubmit(async (body) => confirmBy(body).catch(fail));
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void confirm(event)}>
      {needsPasskey ? (
        <p>Admins who have a passkey confirm with it.</p>
      ) : (
        <>
          <StepUpInputs ways={ways} register={form.register} formState={form.formState} />
          <Button type="submit" isBusy={isSubmitting}>
            Confirm
          </Button>
        </>
      )}
      {hasPasskey && (
        <PasskeyButton
          label={needsPasskey ? 'Use your passkey' : 'Use a passkey instead'}
          onChosen={(passkey) => confirmBy({ passkey })}
          onFailed={fail}
        />
      )}
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}

type StepUpFields = Pick<UseFormReturn<StepUp>, 'register' | 'formState'>;

/** All fields that the account requires. */
function StepUpInputs({
  ways,
  register,
  formState: { errors },
}: StepUpFields & { ways: readonly StepUpWay[] }) {
  return (
    <>
      {ways.includes('password') && (
        <PasswordInput
          label="Password"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      {ways.includes('mail-code') && (
        <>
          <MailCodeButton />
          <TextInput
            label="Code from the mail"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.mailCode?.message}
            {...register('mailCode')}
          />
        </>
      )}
      {ways.includes('totp') && (
        <TextInput
          label="Code from your app"
          required
          hint="Or one of your recovery codes."
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register('code')}
        />
      )}
    </>
  );
}

function MailCodeButton() {
  const makeCall = useCall();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  const sendCode = async (): Promise<void> => {
    setBusy(true);
    try {
      await makeCall(sendStepUpCode);
      setOutcome('A mail with a code is on its way to you.');
    } catch (error) {
      setOutcome(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="quiet" className="justify-self-start" isBusy={isBusy} onClick={() => void sendCode()}>
        Send me a code by e-mail
      </Button>
      <p aria-live="polite" className="empty:absolute">
        {outcome}
      </p>
    </>
  );
}
