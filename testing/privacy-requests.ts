/** Requests about people's stored data, for the access walk. */
import { dataExports } from '#db/tables/privacy.ts';
import { payouts } from '#db/tables/payouts.ts';
import { newId } from '#server/platform/postgres/database.ts';
import type { Market, TestPerson } from './market.ts';

type Member = 'buyer' | 'otherBuyer' | 'seller' | 'otherSeller' | 'admin';

interface PrivacyCase {
  readonly answer?: number;
  make(
    market: Market,
    people: Readonly<Record<Member, TestPerson>>,
    caller?: Member | 'stranger',
  ): Promise<{ readonly path: string; readonly body?: unknown }>;
}

const get = (path: string): PrivacyCase => ({ make: async () => ({ path }) });

/** For calls that need a copy: whether one is ready depends on timing, so the person has none. */
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
  // A person who left would be missing in the rest of the walk: a payout in progress prevents it.
  'privacy.leaveAccount': {
    answer: 409,
    make: async ({ services: { db } }, people, caller = 'buyer') => {
      const sellerId = caller === 'stranger' ? undefined : people[caller].id;
      const payout = { method: 'manual', state: 'sent', amountCents: 100 } as const;
      if (sellerId !== undefined) await db.insert(payouts).values({ id: newId(), sellerId, ...payout });
      return { path: '/privacy/leave' };
    },
  },
  'privacy.getExport': withoutCopy('/privacy/export', 404),
  'privacy.downloadExport': withoutCopy('/privacy/export/file', 404),
};
