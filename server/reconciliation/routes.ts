import * as reconciliation from '#contract/reconciliation.ts';
import { inserted, modified } from '#contract/replies.ts';
import type { Api } from '#server/platform/http/http.ts';
import { explainDifference, processDifference, recordDifference } from './act-on-difference.ts';
import type { ReconciliationServices } from './reconciliation-services.ts';
import { startReconciliation } from './run-reconciliation.ts';
import { presentDifferences, presentRuns } from './service.ts';

export function reconciliationRoutes(api: Api, services: ReconciliationServices): void {
  api.on(reconciliation.listReconciliations, { handle: ({ query }) => presentRuns(services.db, query) });
  api.on(reconciliation.startReconciliation, {
    handle: async ({ person }) => inserted(await startReconciliation(services, person.id)),
  });
  api.on(reconciliation.listDifferences, { handle: ({ query }) => presentDifferences(services, query) });
  api.on(reconciliation.processDifference, {
    handle: async ({ params }) => modified(await processDifference(services, params._id)),
  });
  api.on(reconciliation.recordDifference, {
    handle: async ({ params, person }) => modified(await recordDifference(services, params._id, person)),
  });
  api.on(reconciliation.explainDifference, {
    handle: async ({ params, person, body }) =>
      modified(await explainDifference(services, params._id, body, person)),
  });
}
