import { sql } from 'drizzle-orm';

import { listRows, type PersonalData } from '#server/platform/personal-data.ts';

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
  exportOf: async (db, personId) => ({
    copies: await listRows(
      db,
      sql`select requested_at, ready_at, expires_at from data_exports where person_id = ${personId} order by id`,
    ),
  }),
};
