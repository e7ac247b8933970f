/** The requests of the access walk about reports of listings. */
import type { Market, TestPerson } from './market.ts';

interface Cast {
  readonly buyer: TestPerson;
  readonly seller: TestPerson;
}

interface ReportCase {
  make(market: Market, cast: Cast): Promise<{ readonly path: string; readonly body?: unknown }>;
}

const newReport = async (market: Market, { seller }: Pick<Cast, 'seller'>) => ({
  productId: await market.phone(seller),
  problem: 'Fake photo',
});

/** A report of a phone. @returns its id */
async function sendReport(market: Market, cast: Cast): Promise<string> {
  const { body } = await cast.buyer.post('/reportItem', await newReport(market, cast));
  return body.insertedId;
}

export const reportCases: Readonly<Record<string, ReportCase>> = {
  'reports.reportProduct': {
    make: async (market, cast) => ({ path: '/reportItem', body: await newReport(market, cast) }),
  },
  'reports.listReports': { make: async () => ({ path: '/reportItem' }) },
  'reports.countReports': { make: async () => ({ path: '/reportItem/counts' }) },
  'reports.getReport': {
    make: async (market, cast) => ({ path: `/reportItem/${await sendReport(market, cast)}` }),
  },
  'reports.dismissReport': {
    make: async (market, cast) => ({
      path: `/reportItem/${await sendReport(market, cast)}/dismiss`,
      body: { reason: 'Nothing is wrong' },
    }),
  },
  'reports.upholdReport': {
    make: async (market, cast) => ({ path: `/reportItem?id=${await sendReport(market, cast)}` }),
  },
};
