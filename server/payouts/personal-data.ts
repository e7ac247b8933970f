import { eq, sql } from 'drizzle-orm';

import { payouts, payoutSellers } from '#db/tables/payouts.ts';
import { hasPayoutUnderWay } from './store-payouts.ts';

import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const payoutData: PersonalData = {
  name: 'payouts',
  title: 'Payouts',
  kinds: [
    {
      what: 'Where your money is to go: bank details, encrypted, or your account at the card processor.',
      why: 'To pay you.',
      howLong: 'Until your account is erased.',
      columns: {
        payout_sellers:
          'seller_id account_id closed_account_id is_ready is_submitted requirements disabled_reason bank_sealed bank_ending bank_changed_at reminded_at created_at updated_at',
        payouts: 'bank_sealed bank_ending failure_reason',
      },
    },
    {
      what: 'What you were paid, when and how.',
      why: 'The law on accounting requires it.',
      howLong: 'As long as the law on accounting requires, without your name once your account is erased.',
      columns: {
        payouts:
          'seller_id method state amount_cents order_id charge account_id transfer_id bank_payout_id sent_at ended_at created_at updated_at',
        payout_reversals: 'payout_id cause state amount_cents reversal_id created_at updated_at',
        payout_exports: 'admin_id created_at',
      },
    },
  ],
  impersonal: {
    payout_sellers: 'checked_at events_read_at tried_at',
    payouts: 'id export_id attempt unanswered_at',
    payout_reversals: 'id attempt',
    payout_exports: 'id',
  },
  exportOf: (personId) => ({
    destination: sql`select account_id, is_ready, '… ' || bank_ending as bank_account, bank_changed_at, created_at
        from payout_sellers where seller_id = ${personId}`,
    // Why the processor has refused a transfer is about the operator's account (`isRefusedTransfer`).
    payouts: sql`select id, method, state, amount_cents, order_id, '… ' || bank_ending as bank_account,
          case when method <> 'stripe' or transfer_id is not null then failure_reason end as failure_reason, created_at,
          sent_at, ended_at
        from payouts where seller_id = ${personId} order by id`,
  }),
  holdsBack: async (db, personId) =>
    (await hasPayoutUnderWay(db, personId))
      ? [{ what: 'A payout that is on its way to you', path: '/dashboard/payouts' }]
      : [],
  erase: async (tx, person) => {
    await tx
      .update(payoutSellers)
      .set({
        accountId: null,
        closedAccountId: null,
        isReady: false,
        isSubmitted: false,
        requirements: [],
        disabledReason: null,
        bankSealed: null,
        bankEnding: null,
        bankChangedAt: null,
      })
      .where(eq(payoutSellers.sellerId, person.id));
    await tx
      .update(payouts)
      .set({
        bankSealed: null,
        bankEnding: null,
        failureReason: withoutMentions(payouts.failureReason, person),
      })
      .where(eq(payouts.sellerId, person.id));
  },
};
