import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { changeBankDetails, type PayoutOverview } from '#contract/payouts.ts';
import { BankDetails } from '#contract/payouts-bank.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

/** For payouts by hand: the form for the bank account. Afterwards, only its last digits are shown. */
export function BankForm({ overview: { onboarding } }: { overview: PayoutOverview }) {
  const { bankEnding } = onboarding;
  const [isOpen, setOpen] = useState(false);
  if (bankEnding !== null && !isOpen)
    return (
      <>
        <p>
          We pay what is yours by bank, to the account that ends in{' '}
          <strong className="tabular-nums">{bankEnding}</strong>, and write to you each time.
        </p>
        <p>
          <Button
            variant="quiet"
            onClick={() => {
              setOpen(true);
              focusContentIfLost();
            }}
          >
            Change the bank account
          </Button>
        </p>
      </>
    );
  const close = () => {
    setOpen(false);
    focusContentIfLost();
  };
  return <Fields onSaved={close} onCancel={bankEnding === null ? undefined : close} />;
}

function useBankForm(onSaved: () => void) {
  const call = useCall();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const form = useForm({ resolver: standardSchemaResolver(BankDetails) });
  const fields = { holder: 'holder', account: 'account', bankCode: 'bankCode' } as const;
  const { failure, submit } = useFormSubmit(form, fields, async (body) => {
    await call(changeBankDetails, { body });
    toasts.success('Your bank account is saved.');
    await queryClient.invalidateQueries({ queryKey: accountKeys.payouts.all });
    onSaved();
  });
  return { form, failure, submit };
}

/** @param onCancel absent if there is no account that could stay */
function Fields({ onSaved, onCancel }: { onSaved: () => void; onCancel: (() => void) | undefined }) {
  const { form, failure, submit } = useBankForm(onSaved);
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      method="post"
      noValidate
      className="grid max-w-prose gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <p>
        We pay you by bank. What you enter is stored encrypted; only the end of the number is shown again.
      </p>
      <TextInput
        label="Account holder"
        required
        autoComplete="name"
        error={errors.holder?.message}
        {...form.register('holder')}
      />
      <TextInput
        label="IBAN or account number"
        required
        autoComplete="off"
        spellCheck={false}
        error={errors.account?.message}
        {...form.register('account')}
      />
      <TextInput
        label="Bank code"
        autoComplete="off"
        spellCheck={false}
        hint="Routing number, sort code or BIC. Not needed with an IBAN."
        error={errors.bankCode?.message}
        {...form.register('bankCode')}
      />
      {failure !== undefined && <FormError>{failure}</FormError>}
      <p className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          Save the bank account
        </Button>
        {onCancel !== undefined && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </p>
    </form>
  );
}
