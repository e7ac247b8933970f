// The lists that search people's names: as PostgreSQL compares text, "asa" is not "Åsa".
import { expect, test } from 'vitest';

import type { TestPerson } from '#testing/market.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { paidOrder } from '#testing/order-requests.ts';

const found = async (reader: TestPerson, path: string, text: string): Promise<number> => {
  const { body } = await reader.get(`${path}search=${encodeURIComponent(text)}`);
  return body.length;
};

test('a name is found with and without its accents, in every list that searches names', async () => {
  const market = await freshMarket();
  const admin = await market.person('admin');
  const seller = await market.person('seller', { name: 'Åsa Öberg' });
  const buyer = await market.person('buyer', { name: 'Zoë Łukasz' });
  const productId = await market.phone(seller);
  await buyer.post('/reportItem', { productId, problem: 'Fake photo' });
  await paidOrder(market, { buyer, seller });
  for (const text of ['asa ob', 'ÅSA', 'A\u030Asa', 'öberg']) {
    expect(await found(admin, '/people?', text), text).toBe(1);
    expect(await found(admin, '/reportItem?', text), text).toBe(1);
    expect(await found(buyer, `/bookedProduct?userEmail=${buyer.email}&`, text), text).toBe(1);
  }
  for (const text of ['zoe', 'ZOË', 'lukasz']) {
    expect(await found(admin, '/reportItem?', text), text).toBe(1);
    expect(await found(seller, '/sales?', text), text).toBe(1);
  }
  expect(await found(admin, '/people?', 'asb')).toBe(0);
  // An accent alone is no text that every name has.
  expect(await found(admin, '/people?', '\u0301')).toBe(0);
});
