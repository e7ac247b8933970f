import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { findUnsubscribe, unsubscribe } from '#contract/notifications.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-content.ts';
import { ErrorNotice, FormError } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Its URL contains the secret of a mail, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Turn off mail', isPrivate: true });

/** The target of the link below a mail: opening it changes nothing; the button does, without a sign-in. */
export default function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const send = useSend();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: accountKeys.unsubscribe(token),
    queryFn: ({ signal }) => call(send, findUnsubscribe, { query: { token }, signal }),
  });
  return (
    <AuthPanel title="Turn off mail">
      {isApiError(error, 400) && (
        <>
          <FormError>{error.message}</FormError>
          <Elsewhere />
        </>
      )}
      {error !== null && !isApiError(error, 400) && (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data === undefined && error === null && <Spinner label="Checking the link" />}
      {data !== undefined && <Offer token={token} {...data} />}
    </AuthPanel>
  );
}

interface OfferProps {
  readonly token: string;
  readonly labels: readonly string[];
  readonly isOff: boolean;
}

function Offer({ token, labels, isOff }: OfferProps) {
  const makeCall = useCall();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => makeCall(unsubscribe, { query: { token } }),
  });
  const names = labels.map((label) => `“${label}”`).join(' and ');
  return (
    <>
      {isSuccess && (
        <p role="status" tabIndex={-1} ref={focusOnMount}>
          You get no more mail about {names}. Nothing else changes.
        </p>
      )}
      {!isSuccess && isOff && <p>You get no more mail about {names}: it is off already.</p>}
      {!isSuccess && !isOff && (
        <>
          <p>Stop getting mail about {names}?</p>
          <Button onClick={() => mutate()} isBusy={isPending}>
            Turn it off
          </Button>
        </>
      )}
      {error !== null && <FormError>{messageOf(error)}</FormError>}
      <Elsewhere />
    </>
  );
}

const Elsewhere = () => (
  <p className="text-small text-quiet">
    You can change what we write to you about on your page{' '}
    <TextLink to={paths.notifications}>Notifications</TextLink>.
  </p>
);
