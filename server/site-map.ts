/** Files for search engines: `robots.txt`, and the site map as an index with parts. */
import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply } from 'fastify';

import { listPublicPages } from '#contract/pages.ts';
import { listCategories, type ProductReads } from '#server/products/service.ts';
import { listPartStarts, readPart } from './site-map-products.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { escapeMarkup } from '#server/platform/http/escape-markup.ts';
import { cachedFor } from '#server/platform/cache/cached-for.ts';

interface SiteMapDependencies {
  readonly readDb: Database;
  readonly productReads: ProductReads;
  readonly publicUrl: string;
}

/** How long crawlers, caches and this process may cache the list of parts. */
const holdSeconds = 3600;

export function siteMapRoutes(
  app: FastifyInstance,
  { readDb, productReads, publicUrl }: SiteMapDependencies,
): void {
  const partStarts = cachedFor(holdSeconds * 1000, () => listPartStarts(readDb));

  app.get('/robots.txt', async (_request, reply) =>
    held(reply).type('text/plain; charset=utf-8').send(robots(publicUrl)),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = (await partStarts()).map((_, place) => `/sitemaps/products-${place + 1}.xml`);
    return asXml(reply).send(siteMapIndex(publicUrl, ['/sitemaps/pages.xml', ...parts]));
  });
  app.get('/sitemaps/pages.xml', async (_request, reply) => {
    const categories = (await listCategories(productReads)).map(({ _id }) => `/category/${_id}`);
    return asXml(reply).send(Readable.from(urlSet(publicUrl, pagesOf([...stillPages, ...categories]))));
  });
  app.get<{ Params: { name: string } }>('/sitemaps/:name', async (request, reply) => {
    const number = /^products-([1-9]\d{0,4})\.xml$/.exec(request.params.name)?.[1];
    const starts = await partStarts();
    const start = number === undefined ? undefined : starts[Number(number) - 1];
    if (start === undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send('No such site map');
    const products = await begun(readPart(readDb, { start, end: starts[Number(number)] }));
    return asXml(reply).send(Readable.from(urlSet(publicUrl, products)));
  });
}

const stillPages = listPublicPages().flatMap(({ siteMap = [] }) => siteMap);

interface Page {
  readonly path: string;
  readonly changedAt?: Date;
}

const held = (reply: FastifyReply): FastifyReply =>
  reply.header('Cache-Control', `public, max-age=${holdSeconds}`);

const asXml = (reply: FastifyReply): FastifyReply => held(reply).type('application/xml; charset=utf-8');

const robots = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /api/',
    'Disallow: /sandbox/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function siteMapIndex(publicUrl: string, paths: readonly string[]): string {
  const parts = paths.map((path) => `<sitemap><loc>${escapeMarkup(publicUrl + path)}</loc></sitemap>\n`);
  return `${declaration}<sitemapindex ${namespace}>\n${parts.join('')}</sitemapindex>\n`;
}

/** The text of a part, in pieces: a whole part has eight megabytes. */
async function* urlSet(publicUrl: string, batches: AsyncIterable<readonly Page[]>): AsyncGenerator<string> {
  yield `${declaration}<urlset ${namespace}>\n`;
  for await (const pages of batches) yield pages.map((page) => urlOf(publicUrl, page)).join('');
  yield '</urlset>\n';
}

function urlOf(publicUrl: string, { path, changedAt }: Page): string {
  const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${escapeMarkup(publicUrl + path)}</loc>${lastmod}</url>\n`;
}

/** Waits for the first batch: if the database is away, that is the answer, and not half a file. */
async function begun<Batch>(batches: AsyncGenerator<Batch>): Promise<AsyncGenerator<Batch>> {
  const first = await batches.next();
  return (async function* rest() {
    if (first.done !== true) yield first.value;
    yield* batches;
  })();
}

async function* pagesOf(paths: readonly string[]): AsyncGenerator<readonly Page[]> {
  yield paths.map((path) => ({ path }));
}
