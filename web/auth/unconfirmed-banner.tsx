import { useQuery } from '@tanstack/react-query';

import { useSend, useSession } from '#web/platform/runtime.tsx';
import { EmailText } from '#web/users/email-text.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';

import { ResendConfirmation } from './resend-confirmation.tsx';

/** Shown above the dashboard until the address is confirmed. Nothing else depends on it. */
export function UnconfirmedBanner() {
  const email = useSession().identity?.email ?? '';
  const { data: user } = useQuery({ ...ownUserQuery(useSend(), email), enabled: email !== '' });
  if (user?.emailConfirmed !== false) return null;
  return (
    <aside
      aria-label="Confirm your address"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-sunken px-4 py-3 print:hidden"
    >
      <p className="max-w-prose text-small">
        We sent a mail to{' '}
        <strong className="font-semibold">
          <EmailText email={email} />
        </strong>
        . Open its link to confirm that the address is yours.
      </p>
      <ResendConfirmation email={email} />
    </aside>
  );
}
