import { sql } from 'drizzle-orm';

import type { PersonalData } from '#server/platform/personal-data.ts';

export const advertisementData: PersonalData = {
  name: 'advertisements',
  title: 'Advertisements',
  kinds: [
    {
      what: 'Which of your phones were advertised, and when.',
      why: 'To show them on the home page.',
      howLong: 'As long as the listing.',
      columns: { advertisements: 'product_id created_at ended_at' },
    },
  ],
  impersonal: { advertisements: 'id' },
  exportOf: (personId) => ({
    advertisements: sql`select product_id, model, advertisements.created_at, ended_at
        from advertisements join products on products.id = product_id
        where seller_id = ${personId} order by advertisements.id`,
  }),
};
