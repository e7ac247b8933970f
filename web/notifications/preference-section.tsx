import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { changePreference, type Preference } from '#contract/notifications.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { preferencesQuery } from './notification-queries.ts';

/** The kinds of notifications and their channels; each can be turned off unless it concerns money or safety. */
export function PreferenceSection() {
  const { data: preferences, error, refetch, isFetching } = useQuery(preferencesQuery(useSend()));
  return (
    <section aria-labelledby="preferences" className="grid gap-4 border-t border-line pt-6">
      <h2 id="preferences" tabIndex={-1} className="text-title">
        Notification settings
      </h2>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {preferences === undefined && error === null && <Spinner label="Loading your preferences" />}
      {preferences !== undefined && <Preferences preferences={preferences} />}
    </section>
  );
}

function Preferences({ preferences }: { preferences: readonly Preference[] }) {
  const optional = preferences.filter(({ mayTurnOff }) => mayTurnOff);
  const always = preferences.filter(({ mayTurnOff }) => !mayTurnOff);
  return (
    <div className="preferences grid gap-4">
      {[...Map.groupBy(optional, ({ category }) => category)].map(([category, kinds]) => (
        <table key={category} className="w-full max-w-article">
          <caption className="pb-1 text-left font-semibold">{category}</caption>
          <thead className="text-small text-quiet">
            <tr>
              <th scope="col" className="sr-only">
                Kind
              </th>
              <th scope="col" className="font-normal">
                Here
              </th>
              <th scope="col" className="font-normal">
                By mail
              </th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((preference) => (
              <tr key={preference.kind} className="border-b border-line">
                <th scope="row" className="py-1 pr-4 text-left font-normal wrap-anywhere">
                  {preference.label}
                </th>
                <Choice preference={preference} channel="page" />
                <Choice preference={preference} channel="mail" />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="max-w-prose text-small text-quiet">
        Always on, here and by mail, because it is about your money or the safety of your account:{' '}
        {always.map(({ label }) => label).join(' · ')}.
      </p>
    </div>
  );
}

const channelWords = { page: 'here', mail: 'by mail' } as const;

function Choice({ preference, channel }: { preference: Preference; channel: keyof typeof channelWords }) {
  const { kind, label } = preference;
  const { change, requested } = useChange(kind, channel);
  const isOn = preference[channel];
  return (
    <td className="text-center">
      {isOn !== null && (
        <label className="inline-grid size-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`${label}: ${channelWords[channel]}`}
            checked={requested ?? isOn}
            onChange={({ target }) => change(target.checked)}
            className="size-5 accent-action"
          />
        </label>
      )}
    </td>
  );
}

/**
 * Shows the requested value until the server has answered. It is separate state, because the mutation's `variables` are
 * set a task after the press, and until then the box would show its old value.
 */
function useChange(kind: string, channel: keyof typeof channelWords) {
  const [requested, setRequested] = useState<boolean>();
  const call = useCall();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { mutate } = useMutation({
    // One after the other: of two quick presses the last one counts.
    scope: { id: `${kind} ${channel}` },
    mutationFn: (isOn: boolean) => call(changePreference, { body: { kind, channel, isOn } }),
    onError: (error) => toasts.error(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.notifications.preferences }),
  });
  const change = (isOn: boolean) => {
    setRequested(isOn);
    mutate(isOn, { onSettled: () => setRequested(undefined) });
  };
  return { change, requested };
}
