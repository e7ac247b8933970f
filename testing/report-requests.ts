/** The requests of the access walk about reports of listings. */
import type { Market, TestPerson } from './market.ts';

interface Cast {
  readonly buyer: TestPerson;
}

interface ReportCase {
  make(market: Market, cast: Cast): Promise<{ readonly path: string; readonly body?: unknown }>;
}

/** Of a phone of somebody who is nobody's in the walk: nobody can report their own. */
const newReport = async (market: Market) => ({
  productId: await market.phone(await market.person('seller')),
  problem: 'Fake photo',
});

/** A report of a phone. @returns its id */
async function sendReport(market: Market, cast: Cast): Promise<string> {
  const { body } = await cast.buyer.post('/reportItem', await newReport(market));
  return body.insertedId;
}

export const reportCases: Readonly<Record<string, ReportCase>> = {
  'reports.reportProduct': {
    make: async (market) => ({ path: '/reportItem', body: await newReport(market) }),
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
