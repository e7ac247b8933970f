import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { AddressSection } from '#web/auth/address-section.tsx';
import { SignedInPlaces } from '#web/auth/signed-in-places.tsx';
import { usePhotoSource } from '#web/media/photo-source.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { isFirstTry } from '#web/platform/first-try.ts';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';
import { AboutForm } from '#web/users/about-form.tsx';
import { BecomeSeller, UnfinishedSignUp } from '#web/users/become-seller.tsx';
import { ProfileForm } from '#web/users/profile-form.tsx';

/** Lazy, because the list of a page's direct imports is part of every page. */
const AccountProtection = lazyPart(
  async () => (await import('#web/auth/account-protection.tsx')).AccountProtection,
);

const OwnDataSection = lazyPart(
  async () => (await import('#web/privacy/own-data-section.tsx')).OwnDataSection,
);

export const meta = () => pageMeta({ title: 'Profile', isPrivate: true });

export default function ProfilePage() {
  const { identity } = useSession();
  if (identity === undefined) return null;
  return (
    <div className="grid max-w-form gap-6">
      <h1 className="text-head">Profile</h1>
      <Sections identity={identity} />
    </div>
  );
}

/**
 * Shown together with the parts that depend on the account type, which would push the rest down. A call that fails
 * delays nothing.
 */
function Sections({ identity }: { identity: Identity }) {
  const user = useQuery(ownUserQuery(useSend(), identity.email));
  const refetchAfter = useRefetchAfter();
  const toasts = useToasts();
  const photo = usePhotoSource();
  if (isFirstTry(user)) return <Spinner label="Loading your profile" />;
  const confirm = (): void => {
    toasts.success('Profile saved');
    void refetchAfter('profile-changed');
  };
  return (
    <>
      {user.data?.isSuspended === true ? (
        <p>
          While your account is suspended, your name, your public page and how you log in stay as they are.
        </p>
      ) : (
        <>
          <UnfinishedSignUp email={identity.email} />
          <ProfileForm key={identity.uid} identity={identity} photo={photo} onSaved={confirm} />
          <PublicSide identity={identity} onSaved={confirm} />
          <AddressSection identity={identity} />
          <Suspense>
            <AccountProtection />
          </Suspense>
        </>
      )}
      <SignedInPlaces />
      <Suspense>
        <OwnDataSection />
      </Suspense>
    </>
  );
}

/** The person's public profile, and what their account type allows. */
function PublicSide({ identity: { email }, onSaved }: { identity: Identity; onSaved: () => void }) {
  const { data: user } = useQuery(ownUserQuery(useSend(), email));
  if (user === undefined) return null;
  return (
    <>
      <AboutForm key={user._id} user={user} onSaved={onSaved} />
      <BecomeSeller email={email} />
    </>
  );
}
