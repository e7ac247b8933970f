import { onTestFinished } from 'vitest';

import { type Market, openMarket } from './market.ts';

/** {@link openMarket} for the test that is running, at whose end it is closed. */
export async function freshMarket(...options: Parameters<typeof openMarket>): Promise<Market> {
  const market = await openMarket(...options);
  onTestFinished(() => market.close());
  return market;
}
