import { deleted, inserted } from '#contract/replies.ts';
import * as reports from '#contract/reports.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { OnProductRemoved } from '#server/products/service.ts';
import * as service from './service.ts';

export interface ReportDependencies {
  readonly db: Database;
  readonly onProductRemoved: readonly OnProductRemoved[];
}

export function reportRoutes(api: Api, { db, onProductRemoved }: ReportDependencies): void {
  api.on(reports.reportProduct, {
    handle: async ({ person, body }) => inserted(await service.reportProduct(db, person, body)),
  });
  api.on(reports.listReports, { handle: ({ query }) => service.listReports(db, query) });
  api.on(reports.upholdReport, {
    handle: async ({ person, query }) =>
      deleted(await service.upholdReport(db, query.id, person, onProductRemoved)),
  });
}
