import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';

import { openApiDocument, type Documented } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';

/**
 * Serves the OpenAPI document at `/openapi.json` and a page to read it at `/docs`, below the API's prefix. Both are
 * created with the first request, so that a start does not wait for them.
 */
export function documentRoutes(
  app: FastifyInstance,
  endpoints: readonly Documented[],
  { publicUrl }: { publicUrl: string },
): void {
  let document: ReturnType<typeof openApiDocument> | undefined;
  let page: string | undefined;
  const style = readFileSync(fileURLToPath(new URL('openapi-page.css', import.meta.url)), 'utf8');
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=300')
      .send((document ??= openApiDocument(endpoints, publicUrl))),
  );
  app.get('/docs', async (_request, reply) =>
    reply
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'",
      )
      .type('text/html; charset=utf-8')
      .send((page ??= openApiPage(endpoints))),
  );
  app.get('/docs/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}
