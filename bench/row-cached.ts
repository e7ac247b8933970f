/** Cached answers: the product's, Fastify's, and if nginx is installed, its file's. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { driveInTurn, type Target } from './drive.ts';
import { openConnection, requestOf } from './connection.ts';
import { countText, type Market, temporaryFolder } from './market.ts';
import { serveByNginx } from './nginx.ts';
import type { Options } from './options.ts';
import type { Program } from './program.ts';
import { listPhones } from './questions.ts';
import { startMemoryBaseline, withPrograms } from './compared-programs.ts';
import type { Row } from './table.ts';

/** Reads JSON uncompressed, and pages in Brotli; both sides send the same bytes. */
export async function measureCached(market: Market, ours: Program, options: Options): Promise<Row[]> {
  const folder = await temporaryFolder();
  const [productId = ''] = await listPhones(market, 1);
  const kept = [
    { work: `a category’s phones as JSON of ${countText(market)}, cached`, ...listOf(market) },
    {
      work: `a category’s page as HTML of ${countText(market)}, cached`,
      ...pageOf('category', market.categoryId),
    },
    { work: `a phone’s page as HTML of ${countText(market)}, cached`, ...pageOf('product', productId) },
  ] as const;
  for (const { path, file, headers } of kept) await keep(ours, path, headers, join(folder, file));
  return withPrograms(async (start) => {
    const baseline = await start(startMemoryBaseline(folder));
    const rows: Row[] = [];
    for (const { work, path, bare, headers } of kept) {
      const target = ({ address }: Program, asked: string): Target => ({
        address,
        request: requestOf(address, asked, { headers }),
      });
      const [own = [], least = []] = await driveInTurn([target(ours, path), target(baseline, bare)], options);
      rows.push({
        work,
        ours: own,
        baseline: least,
        bound: { kind: 'least share', of: 0.7 },
        unit: 'requests/s',
      });
    }
    return [...rows, ...(await compareWithNginx(folder, ours, kept[1].path, options))];
  });
}

const listOf = ({ categoryId }: Market) => ({
  path: `/api/products?id=${categoryId}`,
  bare: '/list',
  file: 'list.json',
  headers: {},
});

const pageOf = (name: 'category' | 'product', id: string) => ({
  path: `/${name}/${id}`,
  bare: `/${name}`,
  file: `${name}.html.br`,
  headers: { 'Accept-Encoding': 'br' },
});

/** Requests it once, so that it is cached, and stores the answer. */
async function keep(
  { address }: Program,
  path: string,
  headers: Readonly<Record<string, string>>,
  file: string,
): Promise<void> {
  const connection = await openConnection(address);
  const request = requestOf(address, path, { headers });
  await connection.ask(request);
  const { body } = await connection.ask(request);
  connection.close();
  // A file named Brotli must be Brotli, or the baseline would be invalid.
  if (file.endsWith('.br')) brotliDecompressSync(body);
  await writeFile(file, body, { mode: 0o644 });
}

async function compareWithNginx(
  folder: string,
  ours: Program,
  path: string,
  options: Options,
): Promise<Row[]> {
  const nginx = await serveByNginx(folder);
  if (nginx === undefined) return [];
  try {
    const headers = { 'Accept-Encoding': 'br' };
    const [own = [], file = []] = await driveInTurn(
      [
        { address: ours.address, request: requestOf(ours.address, path, { headers }) },
        { address: nginx.address, request: requestOf(nginx.address, '/category.html.br', { headers }) },
      ],
      options,
    );
    return [
      {
        work: 'the same page beside nginx, which sends it as a file',
        ours: own,
        baseline: file,
        unit: 'requests/s',
      },
    ];
  } finally {
    await nginx.stop();
  }
}
