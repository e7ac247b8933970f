import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { type identityErrors, NewAccount } from '#contract/auth.ts';
import { UserType } from '#contract/users.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { PhotoField, ProgressBar } from '#web/ui/photo-field.tsx';
import { AccountTypeField } from '#web/users/account-type-field.tsx';
import type { PhotoSource } from '#web/users/photo-source.ts';

import { NewPasswordInput } from './new-password-input.tsx';
import { type SignUpEntry, useSignUp } from './use-sign-up.ts';

export interface SignUpFormProps {
  readonly photo: PhotoSource;
  /** The existing account, if it only lacks the rest. */
  readonly account?: Identity;
  /** An error from elsewhere on the page. */
  readonly failure?: string;
  readonly onStart?: () => void;
  readonly onDone: (userType: UserType) => Promise<void>;
}

interface SignUpInput {
  name: string;
  email: string;
  password?: string;
  photo?: FileList;
  userType: UserType;
}

/** Name, photo, e-mail address, password and account type. */
export function SignUpForm({ photo, account: made, failure, onStart, onDone }: SignUpFormProps) {
  const { status } = useSession();
  const { account, signUp } = useSignUp(photo.upload, made);
  const form = useForm<SignUpInput, unknown, SignUpEntry>({
    resolver: standardSchemaResolver(schemaFor(photo, account)),
    defaultValues: { name: made?.displayName, email: made?.email },
  });
  const { failure: refusal, submit } = useFormSubmit(form, wireNames, async (entry) => {
    onStart?.();
    try {
      await signUp(entry);
    } catch (error) {
      if (!isApiError(error, taken)) throw error;
      form.setError('email', { type: taken, message: error.message }, { shouldFocus: true });
      return;
    }
    await onDone(entry.userType);
  });
  const refusalId = useId();
  const { email } = form.formState.errors;
  const isTaken = email?.type === taken;
  const shown = isTaken ? email.message : (refusal ?? failure);
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Fields form={form} photo={photo} account={account} refusedBy={isTaken ? refusalId : undefined} />
      <AccountTypeField onChoose={(userType) => form.setValue('userType', userType)} />
      <div className="relative grid">
        <Button type="submit" isBusy={form.formState.isSubmitting} disabled={status === 'unknown'}>
          {account === undefined ? 'Sign up' : 'Finish sign up'}
        </Button>
        {photo.progress !== undefined && (
          // The photo's field, which has this bar for screen readers, may be a screen further up.
          <span aria-hidden="true" className="absolute inset-x-0 top-full grid pt-1">
            <ProgressBar value={photo.progress} label="Upload" />
          </span>
        )}
      </div>
      {shown !== undefined && (
        <Shown id={refusalId} isHalfway={account !== undefined}>
          {shown}
        </Shown>
      )}
    </form>
  );
}

/** This refusal is below the form and is the e-mail address's as well, until that is changed. */
const taken = 'auth.user-already-exists-use-another-email' satisfies keyof typeof identityErrors;

const wireNames = { name: 'name', email: 'email', password: 'password', photoURL: 'photo' } as const;

interface FieldsProps {
  readonly form: UseFormReturn<SignUpInput, unknown, SignUpEntry>;
  readonly photo: PhotoSource;
  readonly account: Identity | undefined;
  /** The id of the refusal that is about the e-mail address. */
  readonly refusedBy: string | undefined;
}

function Fields({ form: { register, trigger, formState }, photo, account, refusedBy }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <TextInput
        label="Name"
        required
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <PhotoField
        label="Photo"
        required={(account?.photoURL ?? '') === ''}
        accept={photo.accept}
        progress={photo.progress}
        current={account?.photoURL}
        error={errors.photo?.message}
        {...register('photo', { onChange: () => void trigger('photo') })}
      />
      <TextInput
        label="Email"
        required
        type="email"
        autoComplete="username"
        readOnly={account !== undefined}
        hint={account === undefined ? undefined : 'Your account exists, but your sign-up is not finished.'}
        error={refusedBy === undefined ? errors.email?.message : undefined}
        refusedBy={refusedBy}
        {...register('email')}
      />
      {account === undefined && (
        <NewPasswordInput label="Password" error={errors.password?.message} {...register('password')} />
      )}
    </>
  );
}

interface ShownProps {
  readonly id: string;
  readonly isHalfway: boolean;
  readonly children: ReactNode;
}

function Shown({ id, isHalfway, children }: ShownProps) {
  return (
    <FormError id={id}>
      <span>
        {children}
        {isHalfway && ' Your account is safe; press the button again to go on from here.'}
      </span>
    </FormError>
  );
}

function schemaFor(
  photo: PhotoSource,
  account: Identity | undefined,
): z.ZodMiniType<SignUpEntry, SignUpInput> {
  if (account === undefined) return z.extend(NewAccount, { photo: photo.required, userType: UserType });
  const { required, possible } = photo;
  return z.object({
    name: NewAccount.shape.name,
    email: z.string(),
    photo: account.photoURL === '' ? required : possible,
    userType: UserType,
  });
}
