import { queryOptions } from '@tanstack/react-query';

import { countReports, getReport, listReports, type Report, type ReportState } from '#contract/reports.ts';
import type { TimeOrder } from '#contract/table.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call, callPage } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';
import type { TableCalls } from '#web/platform/table-view.ts';

/** The calls of the table of reports. */
export const reportCalls = (send: Send): TableCalls<Report, ReportState, TimeOrder> => ({
  keyOf: accountKeys.reports.table,
  list: (query, signal) => callPage(send, listReports, { query, signal }),
  count: (query, signal) => call(send, countReports, { query, signal }),
});

/** One report with everything that its page shows. */
export const reportQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: accountKeys.reports.one(_id),
    queryFn: ({ signal }) => call(send, getReport, { params: { _id }, signal }),
    // Other admins may decide meanwhile.
    staleTime: 0,
  });
