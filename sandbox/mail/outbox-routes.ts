import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type pg from 'pg';
import { pagePolicy, readStyle } from '#sandbox/pages/render-page.ts';
import { findMail, listMails, type StoredMail } from './mail-store.ts';
import { linksOf, renderList, renderMail, renderMissing } from './outbox-pages.ts';

type Search = { Querystring: { to?: unknown } };

const shownMails = 100;
const policy = `${pagePolicy}; frame-src 'self'; form-action 'self'`;

/** For a mail's own HTML: only its own contents, no scripts, no forms, no external resources. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation";

/** The readable outbox, for any prefix. */
export function outboxRoutes(pool: pg.Pool): FastifyPluginAsync {
  return async (app) => {
    const place = { base: app.prefix };
    const css = await readStyle(new URL('outbox.css', import.meta.url));
    app.get<Search>('/', async ({ query }, reply) => {
      const to = readRecipient(query);
      return sendPage(reply, renderList(await listMails(pool, to, shownMails), to, place));
    });
    app.get<Search>('/messages.json', async ({ query }, reply) => {
      const mails = await listMails(pool, readRecipient(query), shownMails);
      return reply.header('cache-control', 'no-store').send(mails.map(present));
    });
    app.get('/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
    app.get<{ Params: { id: string } }>('/:id/html', async ({ params }, reply) => {
      const mail = await findMail(pool, params.id);
      if (mail === undefined || mail.html === null) return sendPage(reply.code(404), renderMissing(place));
      // Links open outside of the frame.
      const html = mail.html.replace('<head>', '<head><base target="_top">');
      return sendPage(reply, html, mailPolicy);
    });
    app.get<{ Params: { id: string } }>('/:id', async ({ params }, reply) => {
      const mail = await findMail(pool, params.id);
      if (mail === undefined) return sendPage(reply.code(404), renderMissing(place));
      return sendPage(reply, renderMail(mail, place));
    });
  };
}

function present(mail: StoredMail): StoredMail & { links: string[] } {
  return { ...mail, links: linksOf(mail) };
}

function sendPage(reply: FastifyReply, html: string, contentPolicy = policy): FastifyReply {
  return reply
    .header('content-security-policy', contentPolicy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

function readRecipient({ to }: Search['Querystring']): string | undefined {
  return typeof to === 'string' && to.trim() !== '' ? to.trim() : undefined;
}
