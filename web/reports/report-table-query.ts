import { listReports } from '#contract/reports.ts';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** Open reports, newest first. */
export const reportsQuery = (send: Send) =>
  pagedQuery(queryKeys.reports.all, (cursor, signal) =>
    callPage(send, listReports, { query: { cursor }, signal }),
  );
