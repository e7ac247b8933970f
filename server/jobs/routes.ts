import * as contract from '#contract/jobs.ts';
import { modified } from '#contract/replies.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import * as service from './service.ts';

export interface JobDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'retry'>;
}

export function jobRoutes(api: Api, deps: JobDependencies): void {
  api.on(contract.listFailedJobs, { handle: ({ query }) => service.listFailedJobs(deps.db, query) });
  api.on(contract.retryFailedJob, {
    handle: async ({ params }) => modified(await service.retryFailedJob(deps, params.queue, params._id)),
  });
}
