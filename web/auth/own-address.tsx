import { useQuery } from '@tanstack/react-query';

import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';

import { ResendConfirmation } from './resend-confirmation.tsx';

/** For whoever is logged in: whether their address is confirmed, and another mail if it is not. */
export function OwnAddress({ email }: { email: string }) {
  const { data: user } = useQuery(ownUserQuery(useSend(), email));
  if (user === undefined) return null;
  if (!user.emailConfirmed) return <ResendConfirmation email={email} />;
  return (
    <>
      <p>
        The address of your account, <span className="font-semibold break-all">{email}</span>, is confirmed.
      </p>
      <LinkButton to={paths.profile} variant="quiet">
        Go to my profile
      </LinkButton>
    </>
  );
}
