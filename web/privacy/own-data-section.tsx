import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { getExport, type OwnData, requestExport, getOwnData } from '#contract/privacy.ts';
import { TextLink } from '#web/auth/auth-panel.tsx';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';
import { Button } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

import { LeaveSection } from './leave-section.tsx';

/** What a person can do with the data about them: download it, and delete their account. */
export function OwnDataSection() {
  const { data, error, refetch, isFetching } = useQuery(ownDataQuery(useSend()));
  const copy = data?.export;
  const section = useRef<HTMLElement>(null);
  // A mail links to this section, which did not exist yet when the browser looked for it.
  const isSentHere = useLocation().hash === '#your-data';
  useEffect(() => {
    if (isSentHere) section.current?.scrollIntoView();
  }, [isSentHere]);
  return (
    <>
      {/* These regions are there before their text, or it would not be read aloud. */}
      <div role="status" className="empty:absolute">
        {data?.cameBackAt != null && <CameBack />}
      </div>
      <section
        ref={section}
        id="your-data"
        aria-labelledby="your-data-heading"
        className="grid gap-4 border-t border-line pt-6"
      >
        <h2 id="your-data-heading" className="text-title">
          Your data
        </h2>
        <p>
          A copy of everything that we store about you, as a ZIP file: a page to read, the same data for
          programs, and your pictures. <TextLink to={paths.whatWeKnow}>What we know about you</TextLink>
        </p>
        {error !== null && (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
        <div role="status" className="empty:absolute">
          {copy != null && <Copy copy={copy} />}
          {copy === null && isSentHere && <CopyIsGone />}
        </div>
        {data !== undefined && <CopyButtons copy={data.export} />}
      </section>
      {data !== undefined && <LeaveSection obstacles={data.obstacles} eraseDays={data.eraseDays} />}
    </>
  );
}

const CameBack = () => (
  <p className="rounded-card bg-good-soft p-4">
    You logged in, so your account stays.
    {!useIsSuspended() && ' Phones that you had for sale are for sale again.'}
  </p>
);

/** For a person who opens the link of a mail too late. */
const CopyIsGone = () => (
  <p className="rounded-card bg-wait-soft p-4">
    There is no copy to download any more: each is stored for a day. You can ask for a new one.
  </p>
);

function Copy({ copy }: { copy: NonNullable<OwnData['export']> }) {
  return (
    <p className="rounded-card bg-wait-soft p-4">
      {copy.state === 'running' ? (
        'We are putting your data together. We write to you when it is ready.'
      ) : (
        <>
          Your copy of <Moment time={copy.requestedAt} /> is ready. You can download it until{' '}
          <Moment time={copy.until} />.
        </>
      )}
    </p>
  );
}

function CopyButtons({ copy }: { copy: OwnData['export'] }) {
  const { busy, request, download } = useExport();
  return (
    <div className="flex flex-wrap gap-3">
      {copy?.state === 'ready' && (
        <Button variant="quiet" isBusy={busy === 'download'} onClick={() => void download()}>
          Download your data
        </Button>
      )}
      <Button
        variant="quiet"
        isBusy={busy === 'request' || copy?.state === 'running'}
        onClick={() => void request()}
      >
        Ask for a copy
      </Button>
    </div>
  );
}

function useExport() {
  const makeCall = useCall();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<'request' | 'download'>();
  const act = async (what: 'request' | 'download', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toasts.error(messageOf(error));
    }
    await queryClient.invalidateQueries({ queryKey: accountKeys.privacy.own });
    setBusy(undefined);
  };
  return {
    busy,
    request: () => act('request', async () => void (await makeCall(requestExport))),
    // The browser fetches the file itself, with its session cookie, and can write it to disk while it arrives.
    download: () => act('download', async () => window.location.assign((await makeCall(getExport)).path)),
  };
}

/** The state of the copy of the person's data. */
const ownDataQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.privacy.own,
    queryFn: ({ signal }) => call(send, getOwnData, { signal }),
    staleTime: 0,
  });
