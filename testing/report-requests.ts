/** The requests of the access walk about reports of listings. */
import type { Market, TestPerson } from './market.ts';

interface TestPeople {
  readonly buyer: TestPerson;
  readonly seller: TestPerson;
}

interface ReportCase {
  make(market: Market, people: TestPeople): Promise<{ readonly path: string; readonly body?: unknown }>;
}

const newReport = async (market: Market, { seller }: Pick<TestPeople, 'seller'>) => ({
  productId: await market.phone(seller),
  problem: 'Fake photo',
});

/** A report of a phone. @returns its id */
async function sendReport(market: Market, people: TestPeople): Promise<string> {
  const { body } = await people.buyer.post('/reportItem', await newReport(market, people));
  return body.insertedId;
}

export const reportCases: Readonly<Record<string, ReportCase>> = {
  'reports.reportProduct': {
    make: async (market, people) => ({
      path: '/reportItem',
      body: await newReport(market, people),
    }),
  },
  'reports.listReports': { make: async () => ({ path: '/reportItem' }) },
  'reports.countReports': { make: async () => ({ path: '/reportItem/counts' }) },
  'reports.getReport': {
    make: async (market, people) => ({ path: `/reportItem/${await sendReport(market, people)}` }),
  },
  'reports.dismissReport': {
    make: async (market, people) => ({
      path: `/reportItem/${await sendReport(market, people)}/dismiss`,
      body: { reason: 'Nothing is wrong' },
    }),
  },
  'reports.upholdReport': {
    make: async (market, people) => ({
      path: `/reportItem?id=${await sendReport(market, people)}`,
    }),
  },
};
