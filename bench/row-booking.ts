import type autocannon from 'autocannon';

import { countText, type Market } from './market.ts';
import { type Person, signIn } from './people.ts';
import { compare, connections, type Side } from './measure.ts';
import type { Programs } from './compared-programs.ts';
import type { Row } from './table.ts';

/** The number of bookings in a round: some two seconds' work. */
const perRound = 4000;
const perQuickRound = 1500;
const buyerCount = 1000;

/** Bookings a second, each of a different phone, each committed to disk. */
export async function measureBooking({ options, market, ours, baseline }: Programs): Promise<Row[]> {
  const phones = await listIds(market, `select id from products where state = 'live' order by md5(id::text)`);
  // Each connection prepares one request more than it sends.
  const most = phones.length - 2 * connections;
  const amount = Math.min(options.isQuick ? perQuickRound : perRound, most);
  const buyers = await signIn(market, 'Buyer', buyerCount);
  const sideAt = (url: string): Side => {
    let next = 0;
    const prepare = async () => {
      next = 0;
      await freePhones(market);
    };
    const setupRequest = (request: autocannon.Request): autocannon.Request => {
      next += 1;
      return bookingOf(request, buyers[next % buyers.length], phones[next]);
    };
    const requests = [{ method: 'POST', setupRequest }] as const;
    return { load: { url, requests: [...requests] }, amount, prepare };
  };
  const rates = await compare(
    sideAt(`${ours.address}/api/bookedProduct`),
    sideAt(`${baseline.address}/bookedProduct`),
    options,
  );
  return [
    {
      work: `bookings among ${countText(market)}, each committed`,
      ...rates,
      bound: { kind: 'least share', of: 0.6 },
      unit: 'bookings/s',
    },
  ];
}

/** The same request for both; `buyerId` is for the baseline, which authenticates nobody. */
function bookingOf(request: autocannon.Request, buyer?: Person, productId?: string): autocannon.Request {
  const body = { productId, buyerId: buyer?.id, userLocation: 'Gulshan 2', phone: '01811000000' };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${buyer?.token}` };
  return { ...request, headers, body: JSON.stringify(body) };
}

async function listIds({ pool }: Market, statement: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}

/**
 * Frees every phone, and removes dead rows. The bookings remain, as cancelled ones: with the statistics of an empty
 * table, PostgreSQL would read every row to find a buyer's until the next ANALYZE.
 */
async function freePhones({ pool }: Market): Promise<void> {
  await pool.query(`update products set state = 'live' where state = 'reserved'`);
  await pool.query(`update bookings set state = 'cancelled' where state = 'held'`);
  await pool.query('vacuum analyze bookings, products');
}
