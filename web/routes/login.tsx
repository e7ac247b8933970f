import { useState } from 'react';
import { useLocation } from 'react-router';

import { AuthPanel } from '#web/auth/auth-panel.tsx';
import { DemoSignIns } from '#web/auth/demo-sign-ins.tsx';
import { GoogleButton, Or } from '#web/auth/google-button.tsx';
import { LoginForm } from '#web/auth/login-form.tsx';
import { SignUpForm } from '#web/auth/sign-up-form.tsx';
import { SignedInNotice } from '#web/auth/signed-in-notice.tsx';
import { TextLink } from '#web/auth/text-link.tsx';
import { useEntrance } from '#web/auth/use-entrance.ts';
import { neededRoleOf } from '#web/layout/needed-role.ts';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { usePhotoSource } from '#web/media/photo-source.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';

export const meta = () =>
  pageMeta({ title: 'Login', description: 'Log in to book, sell and pay for phones.' });

export default function LoginPage() {
  const { status, identity } = useSession();
  const location = useLocation();
  const state: unknown = location.state;
  const needed = neededRoleOf(location);
  const demoAccounts = useSiteConfig()?.demoAccounts ?? [];
  const photo = usePhotoSource();
  const { enter, isNewcomer } = useEntrance();
  // Only a sign-in made on this page leads on; who comes here signed in stays.
  const [isEntering, setEntering] = useState(false);
  const [newcomer, setNewcomer] = useState<Identity>();
  const [failure, setFailure] = useState<string>();
  const start = (): void => {
    setEntering(true);
    setFailure(undefined);
  };
  const welcome = (): void => enter('Login Successfully');
  const askNewcomer = async (who: Identity): Promise<void> => {
    if (await isNewcomer(who)) setNewcomer(who);
    else welcome();
  };
  if (newcomer !== undefined) {
    return (
      <AuthPanel title="Almost there" lead="Choose what kind of account this is. We ask only once.">
        <SignUpForm account={newcomer} photo={photo} onDone={() => enter('User Created Successfully')} />
      </AuthPanel>
    );
  }
  if (identity !== undefined && !isEntering) {
    return <SignedInNotice title="Login" identity={identity} reason={needed && reasons[needed]} />;
  }
  const ways = { onStart: start, onFailed: setFailure };
  return (
    <AuthPanel
      title="Login"
      lead={
        <p>
          New to Ringback?{' '}
          <TextLink to={paths.signup} state={state}>
            Sign up
          </TextLink>
        </p>
      }
      after={status !== 'signed-in' && <DemoSignIns accounts={demoAccounts} {...ways} onEntered={welcome} />}
    >
      <LoginForm failure={failure} {...ways} onEntered={welcome} />
      <Or />
      <GoogleButton {...ways} onEntered={(who) => void askNewcomer(who)} />
    </AuthPanel>
  );
}

const reasons = { seller: 'This page is for sellers', admin: 'This page is for admins' } as const;
