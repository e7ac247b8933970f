import { deleted, inserted, modified } from '#contract/replies.ts';
import * as reports from '#contract/reports.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { OnProductRemoved } from '#server/products/service.ts';
import * as service from './service.ts';

export interface ReportDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly onProductRemoved: readonly OnProductRemoved[];
}

export function reportRoutes(api: Api, { db, clock, onProductRemoved }: ReportDependencies): void {
  api.on(reports.reportProduct, {
    handle: async ({ person, body }) => inserted(await service.reportProduct(db, person, body)),
  });
  api.on(reports.listReports, { handle: ({ query }) => service.listReports(db, query) });
  api.on(reports.countReports, { handle: ({ query }) => service.countReports(db, query) });
  api.on(reports.getReport, { handle: ({ params }) => service.getReport(db, params._id) });
  api.on(reports.upholdReport, {
    handle: async ({ person, query }) =>
      deleted(await service.upholdReport({ db, clock }, query.id, person, onProductRemoved)),
  });
  api.on(reports.dismissReport, {
    handle: async ({ person, params, body }) =>
      modified(await service.dismissReport({ db, clock }, params._id, body.reason, person)),
  });
}
