/** Requests about what is stored about people, for the walk over every endpoint. */
import { dataExports } from '#db/tables/privacy.ts';
import { payouts } from '#db/tables/payouts.ts';
import { newId } from '#server/platform/postgres/database.ts';
import type { Market, TestPerson } from './market.ts';

type Member = 'buyer' | 'otherBuyer' | 'seller' | 'otherSeller' | 'admin';

interface PrivacyCase {
  readonly answer?: number;
  make(
    market: Market,
    cast: Readonly<Record<Member, TestPerson>>,
    caller?: Member | 'stranger',
  ): Promise<{ readonly path: string; readonly body?: unknown }>;
}

const get = (path: string): PrivacyCase => ({ make: async () => ({ path }) });

/** What nobody has a copy for: at a walk's speed one is sometimes ready and sometimes not. */
const withoutCopy = (path: string, answer = 200): PrivacyCase => ({
  answer,
  make: async ({ services: { db } }) => {
    await db.delete(dataExports);
    return { path };
  },
});

export const privacyCases: Readonly<Record<string, PrivacyCase>> = {
  'privacy.listStoredData': get('/privacy/kinds'),
  'privacy.getOwnData': get('/privacy'),
  'privacy.requestExport': withoutCopy('/privacy/export'),
  // Whoever left would be missed by the rest of the walk: a payout that is on its way keeps them.
  'privacy.leaveAccount': {
    answer: 409,
    make: async ({ services: { db } }, cast, caller = 'buyer') => {
      const sellerId = caller === 'stranger' ? undefined : cast[caller].id;
      const payout = { method: 'manual', state: 'sent', amountCents: 100 } as const;
      if (sellerId !== undefined) await db.insert(payouts).values({ id: newId(), sellerId, ...payout });
      return { path: '/privacy/leave' };
    },
  },
  'privacy.getExport': withoutCopy('/privacy/export', 404),
  'privacy.downloadExport': withoutCopy('/privacy/export/file', 404),
};
