import { useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, type MetaFunction } from 'react-router';

import { LoadedQueries, loadQueries, skipLoader } from '#web/platform/page-data.ts';
import { originOf, pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { StoredDataList, storedDataQuery } from '#web/privacy/stored-data-list.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'What we know about you',
      description: 'Every kind of data that we store about people: what it is, why we have it and how long.',
      path: paths.whatWeKnow,
    },
    originOf(matches),
  );

export const loader = async (args: LoaderFunctionArgs) => ({
  queries: await loadQueries(args, (client, send) => client.fetchQuery(storedDataQuery(send))),
});

export const clientLoader = skipLoader;

/** Built from each domain's description of the data that it stores. */
export default function WhatWeKnowPage() {
  return (
    <LoadedQueries>
      <article className="grid gap-8 desk:grid-cols-[20rem_minmax(0,1fr)] desk:gap-16 desk:pt-8">
        <header className="grid content-start gap-3">
          <h1 className="text-head tablet:text-claim">What we know about you</h1>
          <p className="max-w-prose text-lead text-quiet">
            Every kind of data that we store about people: what it is, why we have it and how long.
          </p>
          <div className="prose">
            <p>
              Who sees it: <Link to={paths.about('privacy')}>Privacy</Link>
            </p>
          </div>
        </header>
        <Stored />
      </article>
    </LoadedQueries>
  );
}

function Stored() {
  const { data, error, refetch, isFetching } = useQuery(storedDataQuery(useSend()));
  if (error !== null)
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) return <Spinner label="Loading" />;
  return (
    <div className="prose min-w-0">
      <StoredDataList parts={data.parts} />
      <h2>Backups</h2>
      <p>
        So that nothing is lost when a machine breaks, the database is copied. A copy is kept for at most{' '}
        {data.backupDays} days, so what we have erased is gone from the copies after that as well. Nobody
        reads them for anything but a restore.
      </p>
    </div>
  );
}
