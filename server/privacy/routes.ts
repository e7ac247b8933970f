import * as privacy from '#contract/privacy.ts';
import type { PrivacyTerms } from '#server/platform/config-privacy.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import * as service from './service.ts';

export interface PrivacyDependencies {
  /** What each domain stores about people. */
  readonly personalData: readonly PersonalData[];
  readonly terms: PrivacyTerms;
}

export function privacyRoutes(api: Api, { personalData, terms }: PrivacyDependencies): void {
  api.on(privacy.listStoredData, { handle: async () => service.describeStored(personalData, terms) });
}
