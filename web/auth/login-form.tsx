import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { Credentials } from '#contract/auth.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

import type { EmailState } from './email-state.ts';

export interface LoginFormProps {
  /** The last error, from here or from Google's window. */
  readonly failure: string | undefined;
  readonly onStart: () => void;
  readonly onSignedIn: (identity: Identity) => Promise<void>;
  readonly onFailed: (message: string | undefined, error: unknown) => void;
}

/** E-mail address and password. */
export function LoginForm({ failure, onStart, onSignedIn, onFailed }: LoginFormProps) {
  const { status, signIn } = useSession();
  const navigate = useNavigate();
  const form = useForm<Credentials>({ resolver: standardSchemaResolver(Credentials) });
  const { errors, isSubmitting } = form.formState;

  const logIn = form.handleSubmit(async (credentials) => {
    onStart();
    try {
      await onSignedIn(await signIn(credentials));
    } catch (error) {
      onFailed(showRefusal(error, form.setError, { email: 'email', password: 'password' }), error);
    }
  });
  const askForReset = (): void => {
    const state: EmailState = { email: form.getValues('email') };
    void navigate(paths.forgotPassword, { state });
  };
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void logIn(event)}>
      <TextInput
        label="Email"
        required
        type="email"
        autoComplete="username webauthn"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordInput
        label="Password"
        required
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button
        variant="plain"
        className="-my-2 -mr-2 justify-self-end px-2!"
        onClick={askForReset}
        disabled={status === 'unknown'}
      >
        Forget Password
      </Button>
      <Button type="submit" isBusy={isSubmitting} disabled={status === 'unknown'}>
        Login
      </Button>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}
