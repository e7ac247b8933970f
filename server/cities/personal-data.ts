import type { PersonalData } from '#server/platform/personal-data.ts';

/** The city that somebody looks from is in their browser and in the address of a list, and is not stored. */
export const cityData: PersonalData = {
  name: 'cities',
  title: 'Cities',
  kinds: [],
  impersonal: { cities: 'id name label label_key country latitude longitude population area is_used' },
};
