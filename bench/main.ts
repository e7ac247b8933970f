// `npm run bench`: measures the product against bare programs in one run and writes docs/performance.md.
import { buildIfStale } from '#scripts/build.ts';
import { buildCards } from './build-cards.ts';
import { type Market, openMarkets } from './market.ts';
import { type Options, readOptions } from './options.ts';
import { drawLatency } from './plot.ts';
import { type Circumstances, recordCircumstances, writeDealsReport, writeReport } from './report.ts';
import { measureSessionCheck, measureSignIns } from './row-accounts.ts';
import { measureBooking } from './row-booking.ts';
import { measureCached } from './row-cached.ts';
import { measureCatalogue } from './row-catalogue.ts';
import { measureDeals, prepareDeals } from './row-deals.ts';
import { measureJavaScript } from './row-javascript.ts';
import { measureDistance } from './row-distance.ts';
import { type Latency, measureLatency, type Reading, rowsOfLatency } from './row-latency.ts';
import { rowsOfLoad } from './row-load.ts';
import { measureMemory } from './row-memory.ts';
import { measurePage } from './row-page.ts';
import { measureSettling } from './row-settling.ts';
import { measureStart } from './row-start.ts';
import { measureStreams } from './row-streams.ts';
import { measureTrade } from './row-trade.ts';
import { measureUploads } from './row-uploads.ts';
import { startBaseline, startOurs, startUncached, withPrograms } from './compared-programs.ts';
import { judge, missedOf, type Row, tableOf } from './table.ts';

// The processes that it started end with it: see their exit handlers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  await run(readOptions(process.argv.slice(2)));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}

async function run(options: Options): Promise<void> {
  const circumstances = recordCircumstances();
  await buildIfStale();
  const markets = await openMarkets(options.sizes, say);
  if (options.isDeals) return reportDeals(markets.all, options, circumstances).finally(() => markets.close());
  const { rows, latencies } = await measureAll(markets.all, options).finally(() => markets.close());
  rows.push(...(await step('starts', () => measureStart(options))));
  const judged = rows.map(judge);
  drawLatency(latencies);
  writeReport(judged, options, circumstances);
  if (options.isJson) for (const { verdict } of judged) console.log(JSON.stringify(verdict));
  else console.log(`\n${tableOf(judged)}\n\nWritten to docs/performance.md.`);
  const missed = missedOf(judged);
  if (missed.length === 0) return;
  for (const { verdict, target } of missed) say(`MISSED ${verdict.work}: ${target}`);
  process.exitCode = 1;
}

/** The rows about very many orders, which have a separate report: creating the orders takes minutes. */
async function reportDeals(
  [market]: readonly Market[],
  options: Options,
  circumstances: Circumstances,
): Promise<void> {
  if (market === undefined) throw new Error('There is no data set to measure');
  const settled = await step('settling', () => measureSettling(market, options));
  say(`made ${market.loaded.phones} orders in ${(await prepareDeals(market)).toFixed(1)} s`);
  const read = await withPrograms(async (start) => {
    const ours = await start(startOurs(market));
    return step('orders', () => measureDeals(market, ours));
  });
  const judged = [...settled, ...read].map(judge);
  writeDealsReport(judged, options, circumstances);
  console.log(`\n${tableOf(judged)}\n\nWritten to docs/performance-deals.md.`);
  if (missedOf(judged).length > 0) process.exitCode = 1;
}

async function measureAll(markets: readonly Market[], options: Options) {
  const largest = markets.at(-1);
  const middle = markets.find(({ loaded }) => loaded.phones === 20_000);
  if (largest === undefined || middle === undefined) throw new Error('There is no data set to measure');
  const { rows, latencies } = await measureUncached(markets, largest, options);
  rows.push(...(await measureBookings(middle, options)));
  rows.push(...(await measureLoaded(largest, options)), ...(await measureOpenStreams(largest, options)));
  rows.push(...rowsOfLoad(largest));
  return { rows, latencies };
}

/** Answers without a cache: rates on the largest data set, and one reader's latency on each. */
function measureUncached(
  markets: readonly Market[],
  largest: Market,
  options: Options,
): Promise<{ rows: Row[]; latencies: Latency[] }> {
  return withPrograms(async (start) => {
    const readings: Reading[] = [];
    for (const market of markets) readings.push({ market, program: await start(startUncached(market)) });
    const baseline = await start(startBaseline(largest, await buildCards()));
    const ours = readings.at(-1)?.program ?? baseline;
    const programs = { options, market: largest, ours, baseline };
    const list = await step('lists, not cached', () => measureCatalogue(programs));
    const page = await step('pages, not cached', () => measurePage(programs));
    const latencies = await step('latencies', () => measureLatency(readings, options));
    const distance = await step('lists by distance', () => measureDistance(programs));
    const checks = await step('the check of sessions', () => measureSessionCheck(largest, ours, options));
    const rows = [...list, ...page, ...rowsOfLatency(latencies, markets), ...distance, ...checks];
    return { rows, latencies };
  });
}

function measureBookings(market: Market, options: Options): Promise<Row[]> {
  return withPrograms(async (start) => {
    const ours = await start(startOurs(market));
    const baseline = await start(startBaseline(market, await buildCards()));
    return step('bookings', () => measureBooking({ options, market, ours, baseline }));
  });
}

/** The product with its usual settings; its memory is measured after all rows that load it. */
function measureLoaded(market: Market, options: Options): Promise<Row[]> {
  return withPrograms(async (start) => {
    const ours = await start(startOurs(market));
    const signIns = await step('sign-ins', () => measureSignIns(market, ours, options));
    const cached = await step('answers from memory', () => measureCached(market, ours, options));
    const trade = await step('trade', () => measureTrade(market, ours, options));
    const scripts = await step('JavaScript', () => measureJavaScript({ market, ours }));
    const memory = await measureMemory({ ours });
    const uploads = await step('uploads', () => measureUploads(market, ours));
    return [...signIns, ...cached, ...trade, ...scripts, ...memory, ...uploads];
  });
}

function measureOpenStreams(market: Market, options: Options): Promise<Row[]> {
  return withPrograms(async (start) => {
    const ours = await start(startOurs(market));
    return step('event streams', () => measureStreams(market, ours, options));
  });
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  say(`measured ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** On standard error: standard output has only the result. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
