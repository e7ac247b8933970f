import { sql } from 'drizzle-orm';

import { sellerAccount } from '#contract/ledger.ts';
import { formatCents } from '#contract/money.ts';
import { findBalance } from './repository.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const ledgerData: PersonalData = {
  name: 'money',
  title: 'Accounts of money',
  kinds: [
    {
      what: 'Each amount that you paid, earned, got back or were paid out, by the number of your account or order.',
      why: 'To know whose money we hold. The law asks for it.',
      howLong:
        'As long as the law on accounting requires. The numbers lead to no name once your account is erased.',
      columns: {
        ledger_entries: 'kind from_account to_account amount_cents order_id charge actor at',
        ledger_balances: 'account balance_cents',
        ledger_statement_rows: 'account order_id cents balance_cents',
      },
    },
  ],
  impersonal: {
    ledger_entries: 'id side idempotency_key reverses',
    ledger_statement_rows: 'position entry_id',
    ledger_days: 'day account cents',
  },
  exportOf: (personId) => ({
    earned: sql`select kind, ledger_statement_rows.order_id, cents, balance_cents, at
        from ledger_statement_rows join ledger_entries on ledger_entries.id = entry_id
        where account = ${sellerAccount(personId)} order by position`,
  }),
  holdsBack: async (db, personId) => {
    const cents = await findBalance(db, sellerAccount(personId));
    if (cents === 0) return [];
    const amount = formatCents(Math.abs(cents));
    const what =
      cents > 0
        ? `${amount} of yours that is not paid out`
        : `${amount} that you owe: your next sales settle it, and you cannot pay it in`;
    return [{ what, path: '/dashboard/payouts' }];
  },
};
