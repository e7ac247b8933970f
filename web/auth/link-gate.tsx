import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { checkLink } from '#contract/auth-account.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { ErrorNotice, FormError } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmailText } from '#web/users/email-text.tsx';

export interface LinkGateProps {
  readonly token: string;
  readonly purpose: BodyOf<typeof checkLink>['purpose'];
  /** What to do if the link does not work. */
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** Shows which account a link in a mail is for, or why it does not work, before the person types anything. */
export function LinkGate({ token, purpose, otherwise, children }: LinkGateProps) {
  const send = useSend();
  const { identity } = useSession();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: accountKeys.link(purpose, token),
    queryFn: ({ signal }) => call(send, checkLink, { body: { token, purpose }, signal }),
    // Using the link changes the answer, so the old one must not be shown again.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  if (isApiError(error, 400))
    return (
      <>
        <FormError>{error.message}</FormError>
        {otherwise}
      </>
    );
  if (error !== null)
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) return <Spinner label="Checking the link" />;
  return (
    <>
      <p className="text-quiet">
        For the account of{' '}
        <strong className="font-semibold text-ink">
          <EmailText email={data.email} />
        </strong>
        {identity !== undefined &&
          identity.uid !== data.personId &&
          ', not the one that you are logged in with'}
        .
      </p>
      {children}
    </>
  );
}
