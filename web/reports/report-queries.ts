import { queryOptions } from '@tanstack/react-query';

import { countReports, getReport, listReports, type ReportState } from '#contract/reports.ts';
import type { TimeOrder } from '#contract/table.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call, callPage } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';
import { pageOfView, searchOfView, tablePageQuery, type TableView } from '#web/platform/table-view.ts';

export type ReportTableView = TableView<ReportState, TimeOrder>;

/** One page of reports. */
export const reportViewQuery = (send: Send, view: ReportTableView) =>
  tablePageQuery(accountKeys.reports.table(view), (signal) =>
    callPage(send, listReports, { query: pageOfView(view), signal }),
  );

/** How many reports match a search, by state. */
export const reportCountsQuery = (send: Send, view: ReportTableView) =>
  queryOptions({
    queryKey: accountKeys.reports.table({ countsOf: view.search }),
    queryFn: ({ signal }) => call(send, countReports, { query: searchOfView(view), signal }),
  });

/** One report with everything that its page shows. */
export const reportQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: accountKeys.reports.one(_id),
    queryFn: ({ signal }) => call(send, getReport, { params: { _id }, signal }),
    // Other admins may decide meanwhile.
    staleTime: 0,
  });
