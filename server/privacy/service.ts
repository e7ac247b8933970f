import type { StoredData } from '#contract/privacy.ts';
import type { PrivacyTerms } from '#server/platform/config.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export { erasureDeadline } from './erase-person.ts';
export type { ErasureServices, OnLeaving } from './export-services.ts';
export { describeExport, getReadyExport, openExport, requestExport } from './keep-exports.ts';

export { leaveAccount, listObstacles } from './leave-account.ts';

/** The stored data about people, in words: the kinds of every domain that has any. */
export const describeStored = (
  personalData: readonly PersonalData[],
  { backupDays }: PrivacyTerms,
): StoredData => ({
  parts: personalData
    .filter(({ kinds }) => kinds.length > 0)
    .map(({ title, kinds }) => ({
      title,
      kinds: kinds.map(({ what, why, howLong }) => ({ what, why, howLong })),
    })),
  backupDays,
});
