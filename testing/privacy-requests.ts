/** Requests about what is stored about people, for the walk over every endpoint. */
import { dataExports } from '#db/tables/privacy.ts';
import type { Market } from './market.ts';

interface PrivacyCase {
  readonly answer?: number;
  make(market: Market): Promise<{ readonly path: string; readonly body?: unknown }>;
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
  'privacy.getExport': withoutCopy('/privacy/export', 404),
  'privacy.downloadExport': withoutCopy('/privacy/export/file', 404),
};
