import { gzipSync } from 'node:zlib';

import { parseAst } from 'vite';

import { listPhones } from './questions.ts';
import type { Stage } from './stage.ts';
import type { Row } from './table.ts';

/** JavaScript that each public page loads before anybody touches it. */
export async function measureJavaScript({ market, ours }: Pick<Stage, 'market' | 'ours'>): Promise<Row[]> {
  const [productId = ''] = await listPhones(market, 1);
  const pages = [
    ['home', '/'],
    ['category', `/category/${market.categoryId}`],
    ['search', '/search?q=galaxy'],
    ['product', `/product/${productId}`],
    ['login', '/login'],
    ['sign-up', '/signup'],
    ['blog', '/blog'],
    ['error', '/no-such-page'],
  ] as const;
  const rows: Row[] = [];
  for (const [name, path] of pages) {
    const bytes = await javaScriptOf(new URL(path, ours.address));
    rows.push({
      work: `JavaScript of the ${name} page, gz`,
      ours: [bytes / 1000],
      bound: { kind: 'most', of: 135 },
      unit: 'KB',
    });
  }
  return rows;
}

/** The gzipped size of the modules that a page names, and of those that they import at once. */
export async function javaScriptOf(page: URL): Promise<number> {
  const response = await fetch(page);
  const html = await response.text();
  const waiting = modulesIn(html).map((path) => new URL(path, page).href);
  const seen = new Set<string>();
  let bytes = 0;
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const source = await fetchText(url);
    bytes += gzipSync(source, { level: 9 }).length;
    for (const path of importsOf(source)) waiting.push(new URL(path, url).href);
  }
  return bytes;
}

function modulesIn(html: string): string[] {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag);
  const named = tags
    .filter((tag) => tag.startsWith('<script') || tag.includes('rel="modulepreload"'))
    .flatMap((tag) => /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []);
  const inline = [...html.matchAll(/<script[^>]*type="module"[^>]*>(.+?)<\/script>/gs)];
  return [...named, ...inline.flatMap(([, source = '']) => importsOf(source))];
}

function importsOf(source: string): string[] {
  return parseAst(source).body.flatMap((statement) =>
    'source' in statement && statement.source ? [statement.source.value] : [],
  );
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}
