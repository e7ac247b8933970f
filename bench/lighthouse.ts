import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findChromium } from '#scripts/find-chromium.ts';
import { temporaryFolder } from './market.ts';
import type { Row } from './table.ts';

const run = promisify(execFile);

/** Not among the dependencies: it has a hundred packages for a command that few people run. */
const version = '13.5.0';
const installed = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url));

const rounds = 3;

const categories = [
  ['performance', 'performance', 95],
  ['accessibility', 'accessibility', 100],
  ['best-practices', 'best practices', 100],
  ['seo', 'SEO', 100],
] as const;

/** Three runs as a mobile phone, with real throttling of network and processor. */
export async function measureByLighthouse(name: string, url: URL): Promise<Row[]> {
  const file = join(await temporaryFolder(), 'report.json');
  const reports: Report[] = [];
  while (reports.length < rounds) reports.push(await report(url, file));
  const paint = reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
  const shift = reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN);
  return [
    ...categories.map(([id, label, least]): Row => {
      const score = reports.map((one) => (one.categories[id]?.score ?? 0) * 100);
      // Search pages are excluded from search engines, which costs points.
      const bound = name === 'search' && id === 'seo' ? {} : { bound: { kind: 'least', of: least } as const };
      return { work: `${name}: ${label}`, ours: score, ...bound, unit: 'of 100' };
    }),
    { work: `${name}: largest paint`, ours: paint, unit: 'ms' },
    {
      work: `${name}: all JavaScript that was sent`,
      ours: reports.map((one) => scriptBytes(one) / 1000),
      unit: 'KB',
    },
    { work: `${name}: layout shift`, ours: shift, bound: { kind: 'most', of: 0.02 }, unit: '' },
  ];
}

/** The parts of Lighthouse's report that are read here. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Audit {
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly Request[] };
}

/** An item of the audit "network-requests". */
interface Request {
  readonly resourceType?: string;
  readonly transferSize?: number;
}

/**
 * Transferred bytes, compressed and with headers: everything that the page has loaded until it is idle, including later
 * parts.
 */
function scriptBytes({ audits }: Report): number {
  const requests = audits['network-requests']?.details?.items ?? [];
  return requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

async function report(url: URL, file: string): Promise<Report> {
  const flags = [
    url.href,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--throttling-method=devtools',
    '--chrome-flags=--headless=new --no-sandbox',
  ];
  const env = { ...process.env, CHROME_PATH: await findChromium() };
  const [program, first] = existsSync(installed)
    ? [process.execPath, [installed]]
    : ['npx', ['--yes', `lighthouse@${version}`]];
  await run(program, [...first, ...flags], { env, maxBuffer: 2 ** 26 });
  // The file has Lighthouse's own format.
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}
