import type { PersonalData } from '#server/platform/personal-data.ts';

/** The city from which a visitor measures distances is in their browser and in the URL of a list; it is not stored. */
export const cityData: PersonalData = {
  name: 'cities',
  title: 'Cities',
  kinds: [],
  impersonal: { cities: 'id name label label_key country latitude longitude population area is_used' },
};
