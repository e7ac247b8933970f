// `npm run bench:page`: Lighthouse as a mobile phone, and the JavaScript that each page loads, on the demo.
import { measureByLighthouse } from './lighthouse.ts';
import { temporaryFolder } from './market.ts';
import { type Options, readPageOptions } from './options.ts';
import { buildIfStale } from '#scripts/build.ts';
import type { ExampleIds } from '#testing/page-weight.ts';
import { javaScriptRows } from './row-javascript.ts';
import { startDemo, withPrograms } from './compared-programs.ts';
import { judge, missedOf, type Row, tableOf } from './table.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  await run(readPageOptions(process.argv.slice(2)));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}

async function run({ isJson }: Pick<Options, 'isJson'>): Promise<void> {
  await buildIfStale();
  const rows = await withPrograms(async (start) => {
    const { address } = await start(startDemo(await temporaryFolder()));
    const phone = await newestPhone(address);
    return [...(await measure(pagesOf(address, phone))), ...(await javaScriptRows(address, phone))];
  });
  const judged = rows.map(judge);
  if (isJson) for (const { verdict } of judged) console.log(JSON.stringify(verdict));
  else console.log(tableOf(judged));
  if (missedOf(judged).length > 0) process.exitCode = 1;
}

async function newestPhone(address: string): Promise<ExampleIds> {
  const response = await fetch(`${address}/api/products?limit=1`);
  // Only these fields of the contract's reply are read.
  const [phone] = (await response.json()) as { _id: string; categoryId: string; sellerId: string }[];
  if (phone === undefined) throw new Error('The demo has no phones');
  return { productId: phone._id, categoryId: phone.categoryId, sellerId: phone.sellerId };
}

/** A page of each kind, by its name. */
function pagesOf(address: string, { productId, categoryId }: ExampleIds): ReadonlyMap<string, URL> {
  const paths = {
    home: '/',
    category: `/category/${categoryId}`,
    search: '/search?q=galaxy',
    product: `/product/${productId}`,
    blog: '/blog',
  };
  return new Map(Object.entries(paths).map(([name, path]) => [name, new URL(path, address)]));
}

async function measure(pages: ReadonlyMap<string, URL>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, url] of pages) {
    process.stderr.write(`Lighthouse on ${name} …\n`);
    rows.push(...(await measureByLighthouse(name, url)));
  }
  return rows;
}
