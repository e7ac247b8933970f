import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { endOtherSessions, endSession, listSessions, type SignedInPlace } from '#contract/auth-account.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Moment } from '#web/ui/moment.tsx';

const placesQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => call(send, listSessions, { signal }),
    // Sessions may start or end elsewhere at any time.
    staleTime: 0,
  });

const headingId = 'places-heading';

/** The person's sessions; each one but this can be ended. */
export function SignedInPlaces() {
  const { data: places, error, refetch, isFetching } = useQuery(placesQuery(useSend()));
  const { end, endOthers, ending } = useEndSessions();
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
      <h2 id={headingId} className="text-title">
        Where you are signed in
      </h2>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {places === undefined && error === null && <Spinner label="Loading your sessions" />}
      <ul className="grid gap-3">
        {places?.map((place) => (
          <Place key={place._id} place={place} isEnding={ending === place._id} onEnd={() => end(place._id)} />
        ))}
      </ul>
      {places !== undefined && places.length > 1 && (
        <Button
          variant="quiet"
          className="justify-self-start"
          isBusy={ending === 'others'}
          onClick={() => endOthers()}
        >
          Log out everywhere else
        </Button>
      )}
    </section>
  );
}

function Place({
  place: { browser, network, lastUsedAt, isCurrent },
  isEnding,
  onEnd,
}: {
  place: SignedInPlace;
  isEnding: boolean;
  onEnd: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line px-4 py-3">
      <p className="min-w-0">
        <span className="font-semibold">{browser}</span>
        {isCurrent && <span className="text-action"> · This browser</span>}
        <span className="block text-small text-quiet">
          Network {network} · last used <Moment time={lastUsedAt} />
        </span>
      </p>
      {!isCurrent && (
        <Button variant="danger" isBusy={isEnding} onClick={onEnd} aria-label={`Log out ${browser}`}>
          Log out
        </Button>
      )}
    </li>
  );
}

function useEndSessions() {
  const makeCall = useCall();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const mutation = useMutation({
    mutationFn: async (which: string) =>
      which === 'others' ? makeCall(endOtherSessions) : makeCall(endSession, { params: { _id: which } }),
    onError: (error) => toasts.error(messageOf(error)),
    onSuccess: () => toasts.success('Logged out there'),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: accountKeys.sessions });
      focusContentIfLost(document.getElementById(headingId));
    },
  });
  return {
    end: (id: string) => mutation.mutate(id),
    endOthers: () => mutation.mutate('others'),
    ending: mutation.isPending ? mutation.variables : undefined,
  };
}
