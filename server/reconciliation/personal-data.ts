import { sql } from 'drizzle-orm';

import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const reconciliationData: PersonalData = {
  name: 'books',
  title: 'Records of the card processor',
  kinds: [
    {
      what: 'The card processor’s list of charges, fees, refunds and payouts, by their numbers.',
      why: 'To compare our accounts with it.',
      howLong: 'As long as the law on accounting requires.',
      columns: {
        processor_movements: 'transaction_id key cents type source charge at',
        ledger_differences:
          'key reason processor_cents ledger_cents source charge order_id happened_at explanation explained_by explained_at',
        reconciliations: 'requested_by',
      },
    },
  ],
  impersonal: {
    ledger_differences: 'id found_at closed_at',
    reconciliations:
      'id started_at seen_at ended_at failure movements read_to ledger_cents processor_cents differences',
  },
  exportOf: (personId) => ({
    movements: sql`select type, cents, charge, at from processor_movements
        where charge in (
          select transaction_id from payments join bookings on bookings.id = booking_id where buyer_id = ${personId})
        order by at`,
  }),
  erase: async (tx, person) => {
    await tx.execute(sql`update ledger_differences set explanation = ${withoutMentions(sql`explanation`, person)}
      where explanation ~* ${person.mentions}
        and order_id in (select id from orders where (buyer_id = ${person.id} or seller_id = ${person.id}))`);
  },
};
