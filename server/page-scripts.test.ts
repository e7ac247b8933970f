// Only scripts of the renderer run on a page, and none that got into it in another way.
import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarketWithPages } from '#testing/market.ts';
import { buildApp } from './app.ts';
import { answerPages, type RenderedPage } from './ssr.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarketWithPages();
}, 240_000);
afterAll(() => market.close());

const injected = 'document.title = "injected"';
const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** The texts of a page's inline scripts that would run. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*(?:\ssrc=|json"))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, source = '']) => source,
  );

const scriptSources = (policy: string): string[] => /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];

async function read(path: string): Promise<{ html: string; allowed: string[] }> {
  const response = await fetch(market.address + path);
  const policy = response.headers.get('content-security-policy') ?? '';
  return { html: await response.text(), allowed: scriptSources(policy) };
}

test.each(['/', '/blog', '/search?q=pixel', '/login', '/nothing'])(
  'every inline script of %s may run, and nothing names a nonce',
  async (path) => {
    const { html, allowed } = await read(path);
    const scripts = inlineScripts(html);
    expect(scripts.length).toBeGreaterThan(1);
    expect(allowed.toSorted()).toEqual(["'self'", ...new Set(scripts.map(hashOf))].toSorted());
    expect(html).not.toContain('nonce');
  },
);

test('a page that comes from memory is the one that was rendered', async () => {
  const [first, second] = [await read('/login'), await read('/login')];
  expect(second).toEqual(first);
});

test('a script that gets into the markup is not allowed to run', async () => {
  const app = await buildApp(market.services);
  answerPages(app, market.services.config, async () => withHole(await builtPages()));
  const { body, headers } = await app.inject('/blog');
  const scripts = inlineScripts(body);
  const policy = String(headers['content-security-policy']);
  await app.close();

  expect(scripts).toContain(injected);
  const own = scripts.filter((source) => source !== injected);
  expect(scriptSources(policy).toSorted()).toEqual(["'self'", ...new Set(own.map(hashOf))].toSorted());
});

async function builtPages(): Promise<ServerBuild> {
  const path = fileURLToPath(new URL('../build/server/index.js', import.meta.url));
  const build: unknown = await import(pathToFileURL(path).href);
  // The framework's build creates a module of this type.
  return build as ServerBuild;
}

/** A build whose pages have a hole: they render a person's text as markup. */
function withHole(build: ServerBuild): ServerBuild {
  const render: ServerBuild['entry']['module']['default'] = async (...request) => {
    // Our own renderer returns pages of this type.
    const page = (await build.entry.module.default(...request)) as RenderedPage;
    const hole = `<script>${injected}</script><script nonce="">${injected}</script><main`;
    const html = page.html.replace('<main', () => hole);
    return Object.assign(new Response(null, page), { html, nonce: page.nonce });
  };
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, default: render } } };
}
