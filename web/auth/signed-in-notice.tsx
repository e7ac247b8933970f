import type { ReactNode } from 'react';

import type { Identity } from '#web/platform/access-token.ts';
import { paths } from '#web/platform/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { AuthPanel } from './auth-panel.tsx';

export interface SignedInNoticeProps {
  readonly title: string;
  readonly identity: Identity;
  /** Why a page sent them here. */
  readonly reason?: string;
  /** A link that comes before the others. */
  readonly next?: ReactNode;
  /** What they should know about their account. */
  readonly children?: ReactNode;
}

/** For somebody who opens a sign-in page while signed in: they stay signed in and are offered links. */
export function SignedInNotice({ title, identity, reason, next, children }: SignedInNoticeProps) {
  return (
    <AuthPanel title={title}>
      {reason !== undefined && <FormError>{reason}</FormError>}
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name={identity.displayName} photo={identity.photoURL} />
        <p className="min-w-0 grow basis-40">
          You are logged in as <span className="font-semibold break-words">{identity.displayName}</span>
          <span className="block text-small break-all text-quiet">{identity.email}</span>
        </p>
      </div>
      {children}
      {next}
      <div className="grid gap-2">
        <LinkButton to={paths.dashboard} variant={isPresent(next) ? 'quiet' : 'action'}>
          Go to my orders
        </LinkButton>
        <LinkButton to={paths.home} variant="quiet">
          Look for a phone
        </LinkButton>
      </div>
      <p className="text-small text-quiet">To use another account, log out in the account menu first.</p>
    </AuthPanel>
  );
}

const isPresent = (next: ReactNode): boolean => next !== undefined && next !== false;
