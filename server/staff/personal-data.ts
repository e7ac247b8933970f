import { sql } from 'drizzle-orm';

import { listRows, type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const staffData: PersonalData = {
  name: 'staff',
  title: 'What staff did',
  kinds: [
    {
      what: 'What our staff decided about you or your orders: what, when, who and why.',
      why: 'So that decisions can be checked.',
      howLong: 'As long as the marketplace exists, without your name once your account is erased.',
      columns: { staff_actions: 'actor person_id order_id kind detail reason words at' },
    },
  ],
  impersonal: { staff_actions: 'id position' },
  exportOf: async (db, personId) => ({
    decisions: await listRows(
      db,
      sql`select kind, order_id, detail, reason, words, at from staff_actions
        where person_id = ${personId} or order_id in (${ordersOf(personId)}) order by position`,
    ),
  }),
  erase: async (tx, person) => {
    await tx.execute(sql`update staff_actions
      set words = case when order_id is null then null else ${withoutMentions(sql`words`, person)} end
      where person_id = ${person.id} or order_id in (${ordersOf(person.id)})`);
  },
};

const ordersOf = (personId: string) =>
  sql`select id from orders where (buyer_id = ${personId} or seller_id = ${personId})`;
