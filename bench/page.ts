// `npm run bench:page`: Lighthouse on a telephone's terms, and the JavaScript that each page loads, on the demo.
import { measureByLighthouse } from './lighthouse.ts';
import { temporaryFolder } from './market.ts';
import { buildIfStale } from '#scripts/build.ts';
import { javaScriptOf } from './row-javascript.ts';
import { startDemo, withPrograms } from './stage.ts';
import { judge, missedOf, type Row, tableOf } from './table.ts';

const isJson = process.argv.includes('--json');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  await run();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}

async function run(): Promise<void> {
  await buildIfStale();
  const rows = await withPrograms(async (start) => {
    const { address } = await start(startDemo(await temporaryFolder()));
    return measure(await pagesOf(address));
  });
  const judged = rows.map(judge);
  if (isJson) for (const { verdict } of judged) console.log(JSON.stringify(verdict));
  else console.log(tableOf(judged));
  if (missedOf(judged).length > 0) process.exitCode = 1;
}

/** A page of each kind, by its name. */
async function pagesOf(address: string): Promise<ReadonlyMap<string, URL>> {
  const response = await fetch(`${address}/api/products?limit=1`);
  // The contract's reply, of which this much is read.
  const [phone] = (await response.json()) as { _id: string; categoryId: string }[];
  if (phone === undefined) throw new Error('The demo has no phones');
  const paths = {
    home: '/',
    category: `/category/${phone.categoryId}`,
    search: '/search?q=galaxy',
    product: `/product/${phone._id}`,
    blog: '/blog',
  };
  return new Map(Object.entries(paths).map(([name, path]) => [name, new URL(path, address)]));
}

async function measure(pages: ReadonlyMap<string, URL>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, url] of pages) {
    process.stderr.write(`Lighthouse on ${name} …\n`);
    rows.push(...(await measureByLighthouse(name, url)));
    const kilobytes = (await javaScriptOf(url)) / 1000;
    rows.push({
      work: `${name}: JavaScript, gz`,
      ours: [kilobytes],
      bound: { kind: 'most', of: 135 },
      unit: 'KB',
    });
  }
  return rows;
}
