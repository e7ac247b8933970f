import { Suspense, useState } from 'react';
import { type Location, useLocation } from 'react-router';

import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { DemoSignIns } from '#web/auth/demo-sign-ins.tsx';
import { GoogleButton, Or } from '#web/auth/google-button.tsx';
import { LoginForm } from '#web/auth/login-form.tsx';
import { SignedInNotice } from '#web/auth/signed-in-notice.tsx';
import { useSignInCompletion } from '#web/auth/use-sign-in-completion.ts';
import { neededRoleOf } from '#web/layout/needed-role.ts';
import { useSiteConfig } from '#web/platform/site-config.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { type ApiError, isApiError } from '#web/platform/api-error.ts';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { originOf, returnState, wantsToSell, wasLoggedOut } from '#web/platform/return-from-login.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** Most people who log in never see it. */
const Newcomer = lazyPart(async () => (await import('#web/sections/newcomer.tsx')).Newcomer);
const BecomeSeller = lazyPart(async () => (await import('#web/users/become-seller.tsx')).BecomeSeller);
const UnfinishedSignUp = lazyPart(
  async () => (await import('#web/users/become-seller.tsx')).UnfinishedSignUp,
);
const PasskeyWay = lazyPart(async () => (await import('#web/auth/passkey-way.tsx')).PasskeyWay);
const SecondFactorForm = lazyPart(
  async () => (await import('#web/auth/second-factor-form.tsx')).SecondFactorForm,
);

export const meta = () =>
  pageMeta({ title: 'Login', description: 'Log in to book, sell and pay for phones.' });

/** The state of a sign-in: at the first step, at the second, or waiting for a new person's account type. */
function useLogin() {
  const { complete, isNewcomer } = useSignInCompletion();
  // Only a sign-in on this page redirects; a person who arrives signed in stays here.
  const [isSigningIn, setSigningIn] = useState(false);
  const [newcomer, setNewcomer] = useState<Identity>();
  const [failure, setFailure] = useState<string>();
  const [awaitingFactor, setAwaitingFactor] = useState<ApiError>();
  const completeLogin = (): Promise<void> => complete('Login Successfully');
  return {
    isSigningIn,
    awaitingFactor,
    newcomer,
    failure,
    complete,
    completeLogin,
    askNewcomer: async (who: Identity): Promise<void> => {
      if (await isNewcomer(who)) setNewcomer(who);
      else await completeLogin();
    },
    onStart: (): void => {
      setSigningIn(true);
      setFailure(undefined);
    },
    onFailed: (message: string | undefined, error?: unknown): void => {
      setAwaitingFactor(isApiError(error, 'request.second-factor-needed') ? error : undefined);
      setFailure(message);
    },
  };
}

export default function LoginPage() {
  const { status, identity } = useSession();
  const location = useLocation();
  const state: unknown = location.state;
  const demoAccounts = useSiteConfig()?.demoAccounts ?? [];
  const { isSigningIn, awaitingFactor, newcomer, failure, complete, completeLogin, askNewcomer, ...ways } =
    useLogin();
  if (awaitingFactor !== undefined)
    return (
      <Suspense>
        <SecondFactorForm refusal={awaitingFactor} onSignedIn={completeLogin} onLeft={ways.onFailed} />
      </Suspense>
    );
  if (newcomer !== undefined)
    return (
      <Suspense>
        <Newcomer account={newcomer} onDone={(kind) => complete('User Created Successfully', kind)} />
      </Suspense>
    );
  if (identity !== undefined && !isSigningIn)
    return <AlreadySignedIn identity={identity} location={location} />;
  return (
    <AuthPanel
      title="Login"
      lead={
        <p>
          {/* Hydration does not know why they are here. */}
          {status === 'signed-out' && reasonToLogIn(location)}
          New to Ringback?{' '}
          <TextLink to={paths.signup} state={state}>
            Sign up
          </TextLink>
        </p>
      }
      after={<DemoSignIns accounts={demoAccounts} {...ways} onSignedIn={completeLogin} />}
    >
      <LoginForm failure={failure} {...ways} onSignedIn={completeLogin} />
      <Or />
      <Suspense fallback={passkeyPlace}>
        {status === 'unknown' ? passkeyPlace : <PasskeyWay {...ways} onSignedIn={completeLogin} />}
      </Suspense>
      <GoogleButton {...ways} onSignedIn={askNewcomer} />
    </AuthPanel>
  );
}

function reasonToLogIn(location: Location): string {
  if (wasLoggedOut(location)) return 'You were logged out. Log in again to go on where you were. ';
  return wantsToSell(location) ? 'Log in to sell your phone. ' : '';
}

/** As large as the button, so that nothing moves when its code arrives; most browsers support passkeys. */
const passkeyPlace = <div className="h-11" />;

/**
 * Tells somebody whom a guard has sent here why. A buyer who wants to sell needs no other account. Whoever has logged
 * in meanwhile in another window finds the way back.
 */
function AlreadySignedIn({ identity, location }: { identity: Identity; location: Location }) {
  const needed = neededRoleOf(location);
  const origin = needed === undefined ? originOf(location, '') : '';
  const next =
    needed === 'seller' ? (
      <Suspense>
        <BecomeSeller email={identity.email} variant="action" />
      </Suspense>
    ) : (
      origin !== '' && (
        <LinkButton to={origin} state={returnState(location)}>
          Go on where you were
        </LinkButton>
      )
    );
  return (
    <SignedInNotice title="Login" identity={identity} reason={needed && reasons[needed]} next={next}>
      <Suspense>
        <UnfinishedSignUp email={identity.email} />
      </Suspense>
    </SignedInNotice>
  );
}

const reasons = { seller: 'This page is for sellers', admin: 'This page is for admins' } as const;
