import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { ProofResult } from '#contract/auth-account.ts';
import { type LinkFault, linkFaults } from '#contract/auth-links.ts';
import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Few people need either. */
const ConfirmByPasswordForm = lazyPart(
  async () => (await import('#web/auth/confirm-by-password-form.tsx')).ConfirmByPasswordForm,
);
const OwnAddress = lazyPart(async () => (await import('#web/auth/own-address.tsx')).OwnAddress);

/** Its URL contains the secret of a mail, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Confirm your address', isPrivate: true });

/** The target of the link in a mail: the address is confirmed, or what is wrong and what to do next. */
export default function ConfirmEmailPage() {
  const [search] = useSearchParams();
  const [done, setDone] = useState<ProofResult>();
  const token = search.get('token') ?? '';
  const result = done ?? search.get('result');
  useUpdatedAccount(result);
  if (result === 'confirmed' || result === 'changed') return <Worked isChange={result === 'changed'} />;
  if (token !== '' && (result === 'password-needed' || result === 'other-account')) {
    return (
      <AuthPanel title="Confirm your address" lead={reasons[result]}>
        <Suspense fallback={<Spinner label="Loading the form" />}>
          <ConfirmByPasswordForm token={token} onDone={setDone} />
        </Suspense>
        {search.get('change') === null ? <NotMine token={token} /> : <WithoutPassword />}
      </AuthPanel>
    );
  }
  if (result === 'taken') return <Taken />;
  return <Faulty why={isFault(result) ? linkFaults[result] : linkFaults.unknown} />;
}

const reasons = {
  'password-needed': 'You are not logged in here, so we ask for the password of the account.',
  'other-account':
    'This link is for another account than the one that you are logged in with. We ask for the password of that account.',
} as const;

const isFault = (result: string | null): result is LinkFault =>
  result !== null && Object.hasOwn(linkFaults, result);

/** Refetches what this browser stores about the person, which is outdated now. */
function useUpdatedAccount(result: string | null): void {
  const { status, followAccount } = useSession();
  const queryClient = useQueryClient();
  const hasChanged = status === 'signed-in' && (result === 'changed' || result === 'confirmed');
  useEffect(() => {
    if (!hasChanged) return;
    const follow = async (): Promise<void> => {
      await followAccount();
      await queryClient.invalidateQueries({ queryKey: queryKeys.ownUser.all });
    };
    // If it fails, the page continues with the old data.
    follow().catch(() => undefined);
  }, [hasChanged, followAccount, queryClient]);
}

function Worked({ isChange }: { isChange: boolean }) {
  const { status } = useSession();
  return (
    <AuthPanel title={isChange ? 'Your address is changed' : 'Your address is confirmed'}>
      <p role="status">
        {isChange
          ? 'From now on you log in with your new address.'
          : 'Thank you. We know now that it is yours.'}
      </p>
      {status === 'signed-in' ? (
        <LinkButton to={paths.dashboard}>Go to my orders</LinkButton>
      ) : (
        <LinkButton to={paths.login}>Log in</LinkButton>
      )}
    </AuthPanel>
  );
}

/** A person who has the mail but not the password takes over the account and becomes its only user. */
function NotMine({ token }: { token: string }) {
  return (
    <p className="text-small text-quiet">
      Did somebody else make this account, or did you forget the password?{' '}
      <TextLink to={`${paths.resetPassword}?${new URLSearchParams({ token })}`}>
        Choose a new password
      </TextLink>
      : the account is then yours alone.
    </p>
  );
}

/** The address of an account that came by Google or has passkeys alone is changed like any other. */
const WithoutPassword = () => (
  <p className="text-small text-quiet">
    Does your account have no password? <TextLink to={paths.login}>Log in here</TextLink> first, and open the
    link in the mail again.
  </p>
);

/** A new link would lead to the same address. */
function Taken() {
  const { status } = useSession();
  return (
    <AuthPanel title="This link does not work">
      <FormError>Another account uses this address now. Yours keeps the address that it has.</FormError>
      <p>
        You can choose another address on your profile.{' '}
        {status === 'signed-in' ? (
          <TextLink to={paths.profile}>Go to my profile</TextLink>
        ) : (
          <TextLink to={paths.login}>Log in</TextLink>
        )}
      </p>
    </AuthPanel>
  );
}

function Faulty({ why }: { why: ReactNode }) {
  const { identity } = useSession();
  return (
    <AuthPanel title="This link does not work">
      <FormError>{why}</FormError>
      {identity === undefined ? (
        <p>
          <TextLink to={paths.login}>Log in</TextLink>, and ask for a new link on your profile.
        </p>
      ) : (
        <Suspense fallback={<Spinner label="Reading your address" />}>
          <OwnAddress email={identity.email} />
        </Suspense>
      )}
    </AuthPanel>
  );
}
