import { queryOptions } from '@tanstack/react-query';

import type { StoredData } from '#contract/privacy.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

/** Kinds of data by domain: what, why and how long. */
export function StoredDataList({ parts }: Pick<StoredData, 'parts'>) {
  return (
    <>
      {parts.map(({ title, kinds }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {kinds.map(({ what, why, howLong }) => (
              <li key={what}>
                <strong>{what}</strong>
                <br />
                Why: {why}
                <br />
                How long: {howLong}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** What the site stores about people. It changes only with a new version of the program. */
export const storedDataQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.privacy.kinds,
    queryFn: async ({ signal }) => {
      const { listStoredData } = await import('#contract/privacy.ts');
      return call(send, listStoredData, { signal });
    },
    staleTime: Infinity,
  });
