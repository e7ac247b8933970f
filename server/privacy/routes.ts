import { dayMs } from '#contract/durations.ts';
import * as privacy from '#contract/privacy.ts';
import { inserted } from '#contract/replies.ts';
import type { PrivacyTerms } from '#server/platform/config.ts';
import type { Api } from '#server/platform/http/http.ts';
import { findReturnedAt } from '#server/users/service.ts';
import * as service from './service.ts';

export interface PrivacyDependencies extends service.ErasureServices {
  readonly terms: PrivacyTerms;
}

/** How long the page mentions that a person undid their deletion. */
const shownMs = dayMs;

export function privacyRoutes(api: Api, deps: PrivacyDependencies): void {
  const { db, clock, storage, personalData, terms } = deps;
  api.on(privacy.listStoredData, { handle: async () => service.describeStored(personalData, terms) });
  api.on(privacy.getOwnData, {
    handle: async ({ person: { id } }) => {
      const now = clock.now();
      const cameBackAt = await findReturnedAt(db, id);
      const isLately = cameBackAt !== null && now.getTime() - cameBackAt.getTime() < shownMs;
      return {
        export: await service.describeExport(db, id, now),
        obstacles: await service.listObstacles(db, personalData, id),
        eraseDays: terms.eraseDays,
        cameBackAt: isLately ? cameBackAt.toISOString() : null,
      };
    },
  });
  api.on(privacy.requestExport, {
    handle: async ({ person }) => inserted(await service.requestExport(deps, person)),
  });
  api.on(privacy.leaveAccount, {
    handle: async ({ person }) => ({
      acknowledged: true as const,
      until: (await service.leaveAccount(deps, person)).toISOString(),
    }),
  });
  api.on(privacy.getExport, {
    handle: async ({ person }) => {
      await service.getReadyExport(db, person.id, clock.now());
      return { path: `/api${privacy.downloadExport.path}` };
    },
  });
  api.on(privacy.downloadExport, {
    handle: async ({ person, reply }) => {
      const row = await service.getReadyExport(db, person.id, clock.now());
      const day = row.requestedAt.toISOString().slice(0, 10);
      void reply
        .header('Cache-Control', 'private, no-store')
        .header('Content-Disposition', `attachment; filename="ringback-data-${day}.zip"`)
        .header('Content-Length', row.bytes)
        .type('application/zip');
      return service.openExport(storage, row);
    },
  });
}
