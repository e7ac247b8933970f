import { eq, sql } from 'drizzle-orm';

import { reports } from '#db/tables/reports.ts';

import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const reportData: PersonalData = {
  name: 'reports',
  title: 'Reports',
  kinds: [
    {
      what: 'Which phones you reported and why, and what became of it. Only staff see it.',
      why: 'To look at what is wrong with a listing.',
      howLong: 'Your words until your account is erased; that there was a report stays.',
      columns: { reports: 'reporter_id product_id problem state created_at updated_at' },
    },
  ],
  impersonal: { reports: 'id product_revision' },
  exportOf: (personId) => ({
    reports: sql`select product_id, model, problem, reports.state, reports.created_at
        from reports join products on products.id = product_id
        where reporter_id = ${personId} order by reports.id`,
  }),
  erase: async (tx, person) => {
    await tx.update(reports).set({ problem: '' }).where(eq(reports.reporterId, person.id));
    await tx.execute(sql`update reports set problem = ${withoutMentions(sql`problem`, person)}
      where product_id in (select id from products where seller_id = ${person.id})`);
  },
};
