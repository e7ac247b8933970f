import { type SQL, sql } from 'drizzle-orm';

import { type ErasedPerson, type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const historyData: PersonalData = {
  name: 'history',
  title: 'What happened',
  kinds: [
    {
      what: 'Each step of a listing, booking, payment, order or payout: what, when, and the number of who did it.',
      why: 'To find out what happened.',
      howLong: 'As long as orders have to be kept. The numbers lead to no name once your account is erased.',
      columns: { state_changes: 'machine subject from_state to_state role actor reason at' },
    },
    {
      what: 'What was to follow from each step: the step, when, and the number of who did it.',
      why: 'To send notifications, and to let each step have its other consequences once.',
      howLong: '180 days, unless whoever runs this site has set another time.',
      columns: { events: 'kind subject actor data at' },
    },
  ],
  impersonal: {
    events: 'id',
    state_changes: 'id position',
    event_outbox: 'event_id',
    event_receipts: 'queue event_id at',
    settings: 'name value',
    deadline_runs: 'id ran_at',
  },
  exportOf: (personId) => ({
    steps: sql`select machine as what, subject as id, from_state, to_state, role, reason, at from state_changes
        where actor = ${personId} and subject in (
          select id from products where seller_id = ${personId}
          union select id from bookings where buyer_id = ${personId}
          union select id from orders where seller_id = ${personId})
        order by position`,
  }),
  erase: async (tx, person) => {
    const { id } = person;
    const theirs = subjectsOf(id);
    await tx.execute(sql`update state_changes
      set reason = case when actor = ${id} and machine in ('order', 'product') then null else ${withoutMentions(sql`reason`, person)} end
      where reason is not null and subject in (${theirs})`);
    // An event has the id of its state change or log entry.
    await tx.execute(sql`update events set data = ${withoutWords(sql`data`, sql`actor = ${id}`, person)}
      where id in (select id from state_changes where subject in (${theirs})
        union select order_log.id from order_log where order_id in (${theirs}))`);
    // The queue keeps relayed events for some days.
    const left = withoutWords(sql`data -> 'data'`, sql`data ->> 'actor' = ${id}`, person);
    await tx.execute(sql`update pgboss.job set data = data || jsonb_build_object('data', ${left})
      where data ->> 'subject' in (select id::text from (${theirs}) as subjects)
        and jsonb_typeof(data -> 'data') = 'object'`);
  },
};

/**
 * The data of an event without a person's own words, and without their names in those of others. Only these two are
 * words: a person may have the name of a state ("Paid").
 */
const withoutWords = (data: SQL, isOwn: SQL, person: ErasedPerson): SQL =>
  sql`case when ${isOwn} then (${data}) - 'reason' - 'detail' else (${data}) || (
    select coalesce(jsonb_object_agg(key, ${withoutMentions(sql`value #>> '{}'`, person)}), '{}')
    from jsonb_each(${data}) where key in ('reason', 'detail') and value <> 'null') end`;

/**
 * The subjects of a person's histories: their listings, the phones that they bought, bookings, orders, payments,
 * refunds, payouts and reports.
 */
const subjectsOf = (personId: string) => sql`
  with deals as (
    select id from bookings where buyer_id = ${personId} union select id from orders where seller_id = ${personId}
  ), charges as (select id, transaction_id from payments where booking_id in (select id from deals))
  select id from deals union select id from charges
  union select id from refunds where transaction_id in (select transaction_id from charges)
  union select id from chargebacks where transaction_id in (select transaction_id from charges)
  union select id from charge_issues where transaction_id in (select transaction_id from charges)
  union select id from products where seller_id = ${personId}
  union select product_id from bookings where id in (select id from deals)
  union select id from payouts where seller_id = ${personId}
  union select id from reports where reporter_id = ${personId}
    or product_id in (select id from products where seller_id = ${personId})`;
