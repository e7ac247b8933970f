import { sql } from 'drizzle-orm';

import type { PersonalData } from '#server/platform/personal-data.ts';
import { partName } from './export-services.ts';
import { removeExportsOf } from './repository.ts';

export const privacyData: PersonalData = {
  name: 'copies',
  title: 'Copies of your data',
  kinds: [
    {
      what: 'That you asked for a copy of your data, and the copy.',
      why: 'To give it to you.',
      howLong: 'A day.',
      columns: { data_exports: 'person_id file bytes requested_at ready_at expires_at' },
    },
  ],
  impersonal: { data_exports: 'id parts' },
  exportOf: (personId) => ({
    copies: sql`select requested_at, ready_at, expires_at from data_exports where person_id = ${personId} order by id`,
  }),
  erase: async (tx, { id, removeFile }) => {
    for (const { file, parts } of await removeExportsOf(tx, id))
      for (let part = 0; part < parts; part += 1) removeFile(partName(file, part));
  },
};
