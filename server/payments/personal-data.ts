import { sql } from 'drizzle-orm';

import { formatAmount, fromSmallestUnit } from '#contract/format-amount.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import type { HeldBack, PersonalData } from '#server/platform/personal-data.ts';
import { listReturns } from './repository.ts';
import { listChargedBack } from './store-chargebacks.ts';

export const paymentData: PersonalData = {
  name: 'payments',
  title: 'Payments',
  kinds: [
    {
      what: 'Which of your orders was paid when, by which charge of the card processor, and what went back. Your card and the billing name are with the card processor and never with us.',
      why: 'To settle your orders and to give money back.',
      howLong: 'As long as the law on accounting requires, without your name once your account is erased.',
      columns: {
        payments:
          'booking_id transaction_id amount_cents state is_refund_due refund_cents refund_id settled_at created_at updated_at',
        refunds: 'transaction_id refund_id amount_cents state failure_reason created_at updated_at',
        charge_issues:
          'transaction_id booking_id problem state amount_cents charged_at created_at updated_at',
        charge_fees: 'transaction_id fee_cents created_at',
      },
    },
    {
      what: 'What your bank took back or asked about, and whether we have answered.',
      why: 'To show your bank what happened.',
      howLong: 'As long as the law on accounting requires.',
      columns: {
        chargebacks:
          'dispute_id transaction_id state amount_cents reason fee_cents is_answered opened_at due_at created_at updated_at',
      },
    },
    {
      what: 'Which messages of the card processor we have processed: their numbers, not their content.',
      why: 'To process each of them once.',
      howLong: '90 days.',
      columns: { processor_events: 'account object_id transaction_id type happened_at last_error' },
    },
  ],
  impersonal: {
    payments: 'id checked_at',
    refunds: 'id attempt',
    charge_issues: 'id currency failures_allowed checked_at',
    chargebacks: 'id currency',
    processor_events: 'id source event_id received_at attempts next_attempt_at failed_at processed_at',
    event_reading: 'id read_to read_whole_at claimed_until',
  },
  exportOf: (personId) => ({
    payments: sql`select booking_id, transaction_id, amount_cents, payments.state, refund_cents, settled_at, payments.created_at
        from payments join bookings on bookings.id = booking_id
        where buyer_id = ${personId} order by payments.id`,
    refunds: sql`select refunds.transaction_id, refunds.refund_id, refunds.amount_cents, refunds.state, refunds.created_at
        from refunds join payments using (transaction_id) join bookings on bookings.id = booking_id
        where buyer_id = ${personId} order by refunds.id`,
    chargebacks: sql`select chargebacks.transaction_id, chargebacks.amount_cents, chargebacks.state, reason, opened_at
        from chargebacks join payments using (transaction_id) join bookings on bookings.id = booking_id
        where buyer_id = ${personId} order by chargebacks.id`,
    charges_to_look_at: sql`select booking_id, transaction_id, problem, amount_cents, currency, charge_issues.state, charged_at
        from charge_issues join bookings on bookings.id = booking_id
        where buyer_id = ${personId} order by charge_issues.id`,
  }),
  holdsBack: async (db, personId) => {
    const { rows } = await db.execute<{ id: string; model: string; is_refund_due: boolean }>(sql`
      select bookings.id, coalesce(bookings.listing ->> 'model', products.model) as model,
        is_refund_due and buyer_id = ${personId} as is_refund_due
      from bookings join payments on booking_id = bookings.id join products on products.id = product_id
      where bookings.id in (${dealsOf(personId)}) and (
        (is_refund_due and buyer_id = ${personId}) or exists (
          select from chargebacks where chargebacks.transaction_id = payments.transaction_id
            and chargebacks.state = 'open'))
      order by bookings.id`);
    const ids = rows.map(({ id }) => id);
    const returns = await listReturns(db, ids);
    const atBank = await listChargedBack(db, ids);
    const held = rows.map(({ id, model, is_refund_due: isDue }) => ({
      // A refund waits until the bank has decided.
      what:
        isDue && !atBank.has(id)
          ? `The refund for the ${model}, which ${returns.get(id) === 'delayed' ? isDelayed : 'is on its way'}`
          : `The ${model}, about which a bank has still to decide`,
      path: null,
    }));
    return [...held, ...(await listUnneededCharges(db, personId))];
  },
};

/** Charges that were not needed, so that their money is still the buyer's. */
async function listUnneededCharges(db: Executor, personId: string): Promise<HeldBack[]> {
  const { rows } = await db.execute<{ amount_cents: string; currency: string; state: string }>(sql`
    select charge_issues.amount_cents, currency, charge_issues.state
    from charge_issues join bookings on bookings.id = booking_id
    where buyer_id = ${personId} and charge_issues.state in ('open', 'refunding')
      and problem <> 'refund-failed'
    order by charge_issues.id`);
  return rows.map(({ amount_cents: cents, currency, state }) => {
    const amount = formatAmount({ amount: fromSmallestUnit(Number(cents), currency), currency });
    return {
      what: `A charge of ${amount} that was not needed, ${
        state === 'open' ? 'which one of us has still to give back' : 'which is on its way back'
      }`,
      path: null,
    };
  });
}

const isDelayed =
  'could not be paid to your card: one of us is looking for another way and will write to you';

/** What a person has bought and sold: two queries, because each side has its own index. */
const dealsOf = (personId: string) => sql`
  select id from bookings where buyer_id = ${personId} union select id from orders where seller_id = ${personId}`;
