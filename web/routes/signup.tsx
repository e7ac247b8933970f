import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { GoogleButton, Or } from '#web/auth/google-button.tsx';
import { SignUpForm } from '#web/auth/sign-up-form.tsx';
import { SignedInNotice } from '#web/auth/signed-in-notice.tsx';
import { useSignInCompletion } from '#web/auth/use-sign-in-completion.ts';
import { usePhotoSource } from '#web/media/photo-source.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { type ApiError, isApiError } from '#web/platform/api-error.ts';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { focusNewHeading } from '#web/ui/focus-content.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';

/** Hardly anybody who signs up sees it. */
const SecondFactorForm = lazyPart(
  async () => (await import('#web/auth/second-factor-form.tsx')).SecondFactorForm,
);

export const meta = () =>
  pageMeta({ title: 'Sign up', description: 'Create an account to book phones or to sell your own.' });

/**
 * The state of a sign-up: at its form, at the second step of a Google sign-in, or at the choice of the account type.
 */
function useSignUpSteps() {
  const { complete, isNewcomer } = useSignInCompletion();
  const [isStarted, setStarted] = useState(false);
  const [newcomer, setNewcomer] = useState<Identity>();
  const [failure, setFailure] = useState<string>();
  const [awaitingFactor, setAwaitingFactor] = useState<ApiError>();
  return {
    isStarted,
    newcomer,
    failure,
    awaitingFactor,
    complete,
    askNewcomer: async (who: Identity): Promise<void> => {
      if (await isNewcomer(who)) setNewcomer(who);
      else await complete('Login Successfully');
    },
    start: (): void => {
      setStarted(true);
      setFailure(undefined);
    },
    fail: (message: string | undefined, error?: unknown): void => {
      setAwaitingFactor(isApiError(error, 'request.second-factor-needed') ? error : undefined);
      setFailure(message);
    },
  };
}

export default function SignupPage() {
  const { identity } = useSession();
  const location = useLocation();
  const state: unknown = location.state;
  const toasts = useToasts();
  const photo = usePhotoSource();
  const { isStarted, newcomer, failure, awaitingFactor, complete, askNewcomer, start, fail } =
    useSignUpSteps();
  // The person has an account already, which asks for a second step.
  if (awaitingFactor !== undefined)
    return (
      <Suspense>
        <SecondFactorForm
          refusal={awaitingFactor}
          onSignedIn={() => complete('Login Successfully')}
          onLeft={fail}
        />
      </Suspense>
    );
  if (newcomer !== undefined) return <NextStep account={newcomer} />;
  if (identity !== undefined && !isStarted) return <AlreadySignedIn identity={identity} />;
  return (
    <AuthPanel
      title="Sign up"
      lead={
        <p>
          Already have an account? {/* The spec's link has its name in the navbar. */}
          <TextLink to={paths.login} state={state}>
            Log in
          </TextLink>
        </p>
      }
    >
      <SignUpForm
        photo={photo}
        failure={failure}
        onStart={start}
        onDone={(userType) => {
          const entered = complete('User Created Successfully', userType);
          toasts.info('We sent you a mail. Open its link to confirm your address.');
          return entered;
        }}
      />
      <Or />
      <GoogleButton onStart={start} onFailed={fail} onSignedIn={askNewcomer} />
    </AuthPanel>
  );
}

/** A signed-in person has finished their sign-up, or is offered to finish it. */
function AlreadySignedIn({ identity }: { identity: Identity }) {
  const send = useSend();
  const { data: user, error, refetch, isFetching } = useQuery(ownUserQuery(send, identity.email));
  // A failed background refetch does not close an open form.
  if (user === undefined)
    return (
      <AuthPanel title="Sign up">
        {error === null ? (
          <Spinner label="Loading your account" />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
      </AuthPanel>
    );
  if (user.isRegistered) return <SignedInNotice title="Sign up" identity={identity} />;
  return <Rest account={{ ...identity, displayName: user.name, photoURL: user.photoURL }} />;
}

/** Replaces the form whose button was pressed. */
function NextStep({ account }: { account: Identity }) {
  useEffect(focusNewHeading, []);
  return <Rest account={account} />;
}

function Rest({ account }: { account: Identity }) {
  const photo = usePhotoSource();
  const { complete } = useSignInCompletion();
  return (
    <AuthPanel title="Finish your sign up" lead="Your account exists. This is still missing:">
      <SignUpForm
        account={account}
        photo={photo}
        onDone={(userType) => complete('User Created Successfully', userType)}
      />
    </AuthPanel>
  );
}
