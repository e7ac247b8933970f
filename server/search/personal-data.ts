import type { PersonalData } from '#server/platform/personal-data.ts';

/** What people search for is not stored. */
export const searchData: PersonalData = {
  name: 'search',
  title: 'Search',
  kinds: [],
  impersonal: {
    places: 'key label',
    search_terms: 'kind term label weight device_id',
  },
};
