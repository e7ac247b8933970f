import { useNavigate } from 'react-router';
import { type ReactNode, useState } from 'react';

import { leaveAccount, type OwnData } from '#contract/privacy.ts';
import { TextLink } from '#web/auth/auth-panel.tsx';
import { messageOf } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';

/** Explains what happens when the person deletes their account, and what prevents it. */
export function LeaveSection({ obstacles, eraseDays }: Pick<OwnData, 'obstacles' | 'eraseDays'>) {
  const { isBusy, leave } = useLeave(eraseDays);
  if (useIsSuspended())
    return (
      <Section>
        <p>You can delete your account once its suspension is over.</p>
      </Section>
    );
  return (
    <Section>
      <ul className="grid list-disc gap-1 pl-5">
        <li>You are logged out everywhere at once.</li>
        <li>Phones that you sell are hidden, and your unpaid bookings end.</li>
        <li>
          For {eraseDays} days nothing else happens. If you log in again, you keep your account, and phones
          that you sell are for sale again.
        </li>
        <li>
          After that everything about you is erased. Orders and payments stay as numbers, without your name:
          the other side and the law on accounting need them.
        </li>
      </ul>
      {obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} />
      ) : (
        <Button variant="danger" className="justify-self-start" isBusy={isBusy} onClick={() => void leave()}>
          Delete your account
        </Button>
      )}
    </Section>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="leave-heading" className="grid gap-4 border-t border-line pt-6">
    <h2 id="leave-heading" className="text-title">
      Delete your account
    </h2>
    {children}
  </section>
);

function Obstacles({ obstacles }: Pick<OwnData, 'obstacles'>) {
  return (
    <div role="status" className="grid gap-2 rounded-card bg-wait-soft p-4">
      <p>Before you can delete your account, this has to end:</p>
      <ul className="grid list-disc gap-1 pl-5">
        {obstacles.map(({ what, path }) => (
          <li key={what}>{path === null ? what : <TextLink to={path}>{what}</TextLink>}</li>
        ))}
      </ul>
    </div>
  );
}

function useLeave(eraseDays: number) {
  const call = useCall();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    if (!window.confirm(`Delete your account? You can take it back for ${eraseDays} days.`)) return;
    setBusy(true);
    try {
      await signOut(async () => {
        await call(leaveAccount);
        await navigate(paths.goodbye);
      });
    } catch (error) {
      toasts.error(messageOf(error));
      setBusy(false);
    }
  };
  return { isBusy, leave };
}
