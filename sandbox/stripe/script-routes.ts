// Serves stripe.js: plain modules concatenated to the one classic script that pages expect.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const folder = new URL('./page/', import.meta.url);
const parts = [
  'style.js',
  'card-rules.js',
  'card-field.js',
  'card-element.js',
  'api.js',
  'challenge-dialog.js',
  'stripe.js',
];

export async function scriptRoutes(app: FastifyInstance): Promise<void> {
  const script = await joinScript();
  for (const path of ['/v3', '/stripe.js', '/:train/stripe.js'])
    app.get(path, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(script),
    );
  await serveFile(app, '/3ds/assets/challenge.js', 'challenge.js', 'text/javascript; charset=utf-8');
  await serveFile(app, '/3ds/assets/challenge.css', 'challenge.css', 'text/css; charset=utf-8');
}

/** Every part imports only from earlier parts, so it is enough to remove the imports. */
async function joinScript(): Promise<string> {
  const sources = await Promise.all(parts.map((part) => readFile(new URL(part, folder), 'utf8')));
  const body = sources
    .join('\n')
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/^export /gm, '');
  return `(() => {\n'use strict';\n${body}\n})();\n`;
}

async function serveFile(app: FastifyInstance, path: string, name: string, type: string): Promise<void> {
  const content = await readFile(new URL(name, folder), 'utf8');
  app.get(path, async (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=300').send(content),
  );
}
