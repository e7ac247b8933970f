import { sql } from 'drizzle-orm';

import type { StaffActionKind } from '#contract/staff.ts';
import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const staffData: PersonalData = {
  name: 'staff',
  title: 'What staff did',
  kinds: [
    {
      what: 'What our staff decided about you, your orders and your money: what, when, who and why. A copy leaves out what they wrote to a bank or for our own accounts: it may be about somebody else.',
      why: 'So that decisions can be checked.',
      howLong: 'As long as the marketplace exists, without your name once your account is erased.',
      columns: { staff_actions: 'actor person_id order_id kind detail reason words at' },
    },
  ],
  impersonal: { staff_actions: 'id position' },
  exportOf: (personId) => ({
    // The detail of a difference may be the other side's transfer.
    decisions: sql`select kind, order_id, case when kind <> 'difference-explained' then detail end as detail, reason,
          case when not ${isUnshown} then words end as words, at
        from staff_actions
        where person_id = ${personId} or order_id in (${ordersOf(personId)}) order by position`,
  }),
  erase: async (tx, person) => {
    await tx.execute(sql`update staff_actions
      set words = case when order_id is null or ${isUnshown} then null else ${withoutMentions(sql`words`, person)} end
      where person_id = ${person.id} or order_id in (${ordersOf(person.id)})`);
  },
};

/** Neither side of an order has read what staff wrote to a bank, or for other admins. */
const unshownKinds = [
  'chargeback-answered',
  'charge-settled',
  'difference-explained',
] as const satisfies StaffActionKind[];

const isUnshown = sql`kind = any(${sql.param(unshownKinds)})`;

const ordersOf = (personId: string) =>
  sql`select id from orders where (buyer_id = ${personId} or seller_id = ${personId})`;
