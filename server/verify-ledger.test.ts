// `npm run ledger:verify` as an operator runs it: while the server runs, on its database and its processor.
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import {
  beginOrder,
  chargeApart,
  confirmCard,
  intentOf,
  openSilentMarket,
  report,
} from '#testing/card-processor.ts';
import { createTestDatabase } from '#testing/database.ts';
import type { Market } from '#testing/market.ts';
import { quickStart } from '#testing/quick-start.ts';
import { recordFees } from './payments/record-fees.ts';

async function openUnreadMarket(): Promise<Market> {
  const market = await openSilentMarket();
  onTestFinished(() => market.close());
  // Disables the reading of events, so that the tests' actions at the processor stay unknown.
  await market.services.db.$client.query(
    `insert into event_reading (id, claimed_until) values ('events', 'infinity')
     on conflict (id) do update set claimed_until = 'infinity'`,
  );
  return market;
}

test('a correct ledger is reported as correct, a wrong one with its accounts', async () => {
  const market = await openUnreadMarket();
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  expect((await report(order.buyer, order.bookingId, intentOf(order.secret))).status).toBe(200);
  await recordFees(market.services);
  expect(await verify(settingsOf(market))).toEqual({
    code: 0,
    output: 'processor: $408.01 by its movements, $408.01 by the ledger\nThe ledger holds.\n',
  });
  await market.services.db.$client.query(`
    insert into ledger_entries (id, kind, side, from_account, to_account, amount_cents, idempotency_key, at)
    values (gen_random_uuid(), 'x', 'owner', 'refunds_due', 'order:${order.bookingId}', 1, 'x/1', now()),
      (gen_random_uuid(), 'payout-to-bank', 'place', 'processor', 'bank', 250, 'payout:po_unknown/1', now()),
      (gen_random_uuid(), 'payout-to-bank', 'place', 'processor', 'bank', 50, 'refund:re_unknown/1', now() - interval '2 days')`);
  const { code, output } = await verify(settingsOf(market));
  expect(code).toBe(1);
  expect(output).toContain('WRONG refunds_due: -1 cents');
  for (const words of [
    'payout:po_unknown: 0 cents at the processor, -250',
    'refund:re_unknown: 0 cents at the processor, -50',
  ])
    expect(output).toContain(`WRONG processor: ${words} in the ledger`);
  expect(output).toContain('The ledger does not hold: 3 differences.');
}, 90_000);

test('a charge that nobody has reported yet is explained', async () => {
  const market = await openUnreadMarket();
  const id = await chargeApart(market, 1_234);
  const { code, output } = await verify(settingsOf(market));
  expect(code).toBe(0);
  expect(output).toContain(
    `explained: charge:${id}: 1234 cents at the processor, 0 in the ledger: It happened minutes ago`,
  );
});

test('an unreachable database is reported differently from a wrong ledger', async () => {
  const { code, output } = await verify({ ...alone, DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' });
  expect(code).toBe(2);
  expect(output).toMatch(/^The database does not answer \(.*ECONNREFUSED.*\): check DATABASE_URL/);
  expect(output).not.toContain('    at ');
});

test('without a database it says what to start first', async () => {
  const { code, output } = await verify(alone);
  expect(code).toBe(2);
  expect(output).toMatch(/^There is no database in .* yet\. Start the server first/);
  expect(output).not.toContain('    at ');
});

test('a processor that does not answer is reported with the port to set', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { code, output } = await verify({ ...alone, DATABASE_URL: database.url });
  expect(code).toBe(2);
  expect(output).toMatch(
    /^The card processor does not answer .+ set PORT to the port of the server that runs\.$/mu,
  );
  expect(output).not.toContain('    at ');
});

/** Where no server listens. */
const alone = { PORT: '1', DATA_DIR: tmpdir() };

function settingsOf({ services: { config } }: Market): Record<string, string> {
  const { port, database, dataDir } = config;
  return { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: database.url ?? '' };
}

const verify = (env: Record<string, string>): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const file = fileURLToPath(new URL('verify-ledger.ts', import.meta.url));
    execFile(
      process.execPath,
      [...quickStart.flags, file],
      { env: { ...quickStart.env, ...env } },
      (error, output, complaint) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: output + complaint }),
    );
  });
