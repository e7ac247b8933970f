import { useEffect } from 'react';

import type { UserType } from '#contract/users.ts';
import { AuthPanel } from '#web/auth/auth-panel.tsx';
import { SignUpForm } from '#web/auth/sign-up-form.tsx';
import { usePhotoSource } from '#web/media/photo-source.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { focusNewHeading } from '#web/ui/focus-content.ts';

interface NewcomerProps {
  readonly account: Identity;
  /** Called when the account is complete. */
  readonly onDone: (kind: UserType) => Promise<void>;
}

/** For somebody who signed in with Google for the first time. */
export function Newcomer({ account, onDone }: NewcomerProps) {
  const photo = usePhotoSource();
  useEffect(focusNewHeading, []);
  return (
    <AuthPanel title="Almost there" lead="Choose what kind of account this is. We ask only once.">
      <SignUpForm account={account} photo={photo} onDone={onDone} />
    </AuthPanel>
  );
}
