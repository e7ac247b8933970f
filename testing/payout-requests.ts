/** For each call about payouts a permitted request: the cases of the access walk. */
import { payoutExports, payouts } from '#db/tables/payouts.ts';
import { newId } from '#server/platform/postgres/database.ts';
import type { Market, TestPerson } from './market.ts';
import type { Sides } from './order-requests.ts';

interface PayoutCase {
  readonly answer?: number;
  make(market: Market, sides: Sides): Promise<{ readonly path: string; readonly body?: unknown }>;
}

/** A line of a payout by hand that is decided, so that nothing changes any more. */
async function endedLine(
  { services: { db } }: Market,
  seller: TestPerson,
  admin: TestPerson,
): Promise<string> {
  const [id, exportId] = [newId(), newId()];
  await db.insert(payoutExports).values({ id: exportId, adminId: admin.id });
  await db.insert(payouts).values({
    id,
    sellerId: seller.id,
    method: 'manual',
    state: 'cancelled',
    amountCents: 1,
    exportId,
  });
  return id;
}

const plain = (path: string, body?: unknown, answer = 200): PayoutCase => ({
  answer,
  make: async () => ({ path, ...(body === undefined ? {} : { body }) }),
});

const ofLine = (action: 'confirm' | 'cancel' | 'fail', body: object, answer = 409): PayoutCase => ({
  answer,
  make: async (market, { seller, admin }) => ({
    path: `/payouts/lines/${await endedLine(market, seller, admin)}/${action}`,
    body,
  }),
});

/** The test's installation pays by the processor: calls for payouts by hand are refused because of that. */
export const payoutCases: Readonly<Record<string, PayoutCase>> = {
  'payouts.getPayoutOverview': plain('/payouts/overview'),
  'payouts.listPayouts': plain('/payouts'),
  'payouts.getStatement': plain('/payouts/statement'),
  'payouts.exportStatement': plain('/payouts/statement.csv?year=2026'),
  'payouts.startOnboarding': plain('/payouts/onboarding', {}),
  'payouts.checkOnboarding': plain('/payouts/onboarding/check', {}),
  'payouts.openPayoutAccount': plain('/payouts/account-page', {}, 409),
  'payouts.changeBankDetails': plain(
    '/payouts/bank-details',
    { holder: 'Mina Rahman', account: 'GB33BUKB20201555555555' },
    409,
  ),
  'payouts.listSellerBalances': plain('/payouts/balances?show=owing'),
  'payouts.listPayoutLines': plain('/payouts/lines'),
  'payouts.exportPayouts': plain('/payouts/exports', {}, 409),
  'payouts.takeOutBalance': {
    answer: 409,
    make: async (_, { seller }) => ({ path: `/payouts/balances/${seller.id}/take-out`, body: {} }),
  },
  'payouts.getPayoutExport': plain(`/payouts/exports/${newId()}`, undefined, 404),
  'payouts.listRefusedReversals': plain('/payouts/reversals'),
  'payouts.retryReversal': plain(`/payouts/reversals/${newId()}/retry`, {}, 404),
  'payouts.confirmPayout': ofLine('confirm', {}),
  'payouts.cancelPayout': ofLine('cancel', {}, 200),
  'payouts.failPayout': ofLine('fail', { reason: 'The bank knows no such account' }),
};
