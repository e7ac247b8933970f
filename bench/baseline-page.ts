import { pathToFileURL } from 'node:url';

import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

import { findProducts } from './baseline-catalogue.ts';
import type * as baselineCards from './baseline-cards.ts';

/** `GET /category/:id`: only the cards, rendered by React. */
export async function baselinePage(app: FastifyInstance, pool: pg.Pool): Promise<void> {
  // `build-cards.ts` has just built it from that module, which Node cannot run directly.
  const cards = (await import(pathToFileURL(process.env.CARDS_FILE ?? '').href)) as typeof baselineCards;
  app.get<{ Params: { id: string } }>('/category/:id', async (request, reply) => {
    const html = cards.renderCards(await findProducts(pool, request.params.id));
    return reply.type('text/html; charset=utf-8').send(`<!doctype html><html lang="en"><body>${html}`);
  });
}
