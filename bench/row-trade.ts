/** Sellers list, buyers book and pay, including the card processor's stand-in, while others read. */
import { type Connection, openConnection, requestOf } from './connection.ts';
import { countText, type Market } from './market.ts';
import type { Options } from './options.ts';
import { type Person, signIn } from './people.ts';
import type { Program } from './program.ts';
import { listModels, listPhones, searchPath } from './questions.ts';
import { quantile, type Row } from './table.ts';

const traders = 4;
const readers = 50;

/** Deals a second, and the readers' rate meanwhile. Everything in one process, including the stand-in. */
export async function measureTrade(
  market: Market,
  { address }: Program,
  { isQuick }: Options,
): Promise<Row[]> {
  const paths = await readPaths(market);
  const sellers = await signIn(market, 'Seller', traders);
  const buyers = await signIn(market, 'Buyer', traders);
  const image = await pictureOf(market);
  const startedAt = performance.now();
  const endsAt = startedAt + (isQuick ? 5 : 15) * 1000;
  const waits: number[] = [];
  let deals = 0;
  let refused = 0;
  const trade = async (seller: Person, buyer: Person, connection: Connection): Promise<void> => {
    while (performance.now() < endsAt) {
      await deal(connection, { address, seller, buyer, image, categoryId: market.categoryId });
      deals += 1;
    }
  };
  const read = async (connection: Connection, first: number): Promise<void> => {
    for (let next = first; performance.now() < endsAt; next += 7) {
      const path = paths[next % paths.length] ?? '/';
      const request = requestOf(address, path, { headers: { 'Accept-Encoding': 'br' } });
      // A search that does not end within its limit is refused, so that bookings go on.
      const { status, milliseconds } = await connection.ask(request, [200, 503]);
      if (status === 503) refused += 1;
      waits.push(milliseconds);
    }
  };
  const opened = await Promise.all(Array.from({ length: traders + readers }, () => openConnection(address)));
  const work = opened.map((connection, index) => {
    const [seller, buyer] = [sellers[index], buyers[index]];
    if (seller !== undefined && buyer !== undefined) return trade(seller, buyer, connection);
    return read(connection, index);
  });
  await Promise.all(work);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of opened) connection.close();
  const meanwhile = `among ${countText(market)}, ${traders} traders and ${readers} readers`;
  return [
    { work: `phones listed, booked and paid, ${meanwhile}`, ours: [deals / seconds], unit: 'deals/s' },
    { work: 'pages and searches read meanwhile', ours: [waits.length / seconds], unit: 'requests/s' },
    {
      work: 'of these refused, because a search took too long',
      ours: [(refused / waits.length) * 100],
      unit: '%',
    },
    { work: 'the readers’ p95 meanwhile', ours: [quantile(waits, 0.95)], unit: 'ms' },
  ];
}

/** The most visited pages: a few makers, some phones, some searches. */
async function readPaths(market: Market): Promise<string[]> {
  const { rows } = await market.pool.query<{ id: string }>(
    'select id from categories order by position limit 12',
  );
  const [phones, models] = [await listPhones(market, 60), await listModels(market, 20)];
  return [
    '/',
    ...rows.flatMap(({ id }) => [`/category/${id}`, `/api/products?id=${id}`]),
    ...phones.map((id) => `/product/${id}`),
    ...models.map(searchPath),
  ];
}

/** The URL of an existing picture. */
async function pictureOf({ pool }: Market): Promise<string> {
  const { rows } = await pool.query<{ hash: string }>('select hash from images order by id limit 1');
  return `/images/${rows[0]?.hash}.jpg`;
}

interface Deal {
  readonly address: string;
  readonly seller: Person;
  readonly buyer: Person;
  readonly image: string;
  readonly categoryId: string;
}

async function deal(
  connection: Connection,
  { address, seller, buyer, image, categoryId }: Deal,
): Promise<void> {
  const post = async (person: Person, path: string, content: object): Promise<Record<string, string>> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${person.token}` };
    const { body } = await connection.ask(
      requestOf(address, path, { method: 'POST', headers, body: JSON.stringify(content) }),
    );
    // Only texts of the contract's reply are read.
    return JSON.parse(body.toString()) as Record<string, string>;
  };
  const listed = await post(seller, '/api/products', { ...phone, image, categoryId });
  const booked = await post(buyer, '/api/bookedProduct', {
    productId: listed.insertedId,
    userLocation: 'Gulshan 2',
    phone: '01811000000',
  });
  const paymentId = booked.insertedId;
  const { clientSecret = '' } = await post(buyer, '/api/create-payment-intent', { paymentId });
  const [transactionId = ''] = clientSecret.split('_secret_');
  await confirm(connection, address, transactionId);
  await post(buyer, '/api/payments', { paymentId, transactionId });
}

/** As the page's script does, with a card that always succeeds. */
async function confirm(connection: Connection, address: string, intent: string): Promise<void> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: 'Bearer sk_test_ringback_sandbox',
  };
  const path = `/sandbox/stripe/v1/payment_intents/${intent}/confirm`;
  await connection.ask(
    requestOf(address, path, { method: 'POST', headers, body: 'payment_method=pm_card_visa' }),
  );
}

const phone = {
  model: 'Galaxy S22',
  phone: '01711000000',
  condition: 'Good Condition',
  location: 'Dhaka',
  buy: 700,
  sell: 380,
  useYear: '2',
  storageGb: 128,
  colour: 'black',
  description: 'Always in a case and behind glass. The battery holds a whole day.',
};
