// Serves the pages of connected accounts. A link to the onboarding works once; a second visit is redirected for a new
// one.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { pagePolicy, readStyle } from '#sandbox/pages/render-page.ts';
import type { OpenLink } from './account-link-object.ts';
import { onboarded, type Outcome } from './account-object.ts';
import { changeAccount, lockAccount } from './accounts.ts';
import { availableCents } from './balance-transactions.ts';
import { accountPage, missingPage, onboardingPage } from './connect-pages.ts';
import type { Origin } from './events.ts';
import { emptyParams, parseForm, readText, type Params } from './form.ts';
import { makeToken, nowSeconds } from './identifiers.ts';
import { payOutAt, payOutNow } from './connected-payouts.ts';
import { findObject, inTransaction, listObjects, lockObject, updateObject } from './store.ts';

type ById = { Params: { id: string } };

const byPage: Origin = { requestId: undefined, idempotencyKey: undefined };

export function connectPages(pool: pg.Pool): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    const css = await readStyle(new URL('connect.css', import.meta.url));
    app.get('/connect/connect.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(css),
    );
    app.get<ById>('/connect/setup/:id', async ({ params: { id } }, reply) => {
      const link = await findObject(pool, 'account_link', id);
      const visit = link && (await openLink(pool, id));
      const account = link && (await findObject(pool, 'account', link.account));
      if (link === undefined || account === undefined) return sendPage(reply.code(404), missingPage());
      if (visit === undefined) return reply.redirect(link.refreshUrl, 303);
      return sendPage(reply, onboardingPage(account, visit), link.returnUrl);
    });
    app.post<ById>('/connect/setup/:id', async (request, reply) => {
      const link = await submit(pool, request.params.id, readForm(request));
      if (link === undefined) return sendPage(reply.code(404), missingPage());
      return reply.redirect(link.returnUrl, 303);
    });
    app.get<ById>('/connect/accounts/:id', async ({ params: { id } }, reply) => {
      const account = await findObject(pool, 'account', id);
      if (account === undefined) return sendPage(reply.code(404), missingPage());
      const available = await availableCents(pool, 'usd', id);
      const all = await availableCents(pool, 'usd', id, true);
      const { data } = await listObjects(pool, 'payout', { limit: 20, account: id });
      return sendPage(reply, accountPage(account, { available, pending: all - available }, data));
    });
    app.post<ById>('/connect/accounts/:id', async ({ params: { id } }, reply) => {
      if ((await findObject(pool, 'account', id)) === undefined)
        return sendPage(reply.code(404), missingPage());
      await inTransaction(pool, (tx) => payOutNow(tx, id));
      return reply.redirect(id, 303);
    });
  };
}

/** @returns the secret of this visit; undefined if the link was opened before, or has expired */
function openLink(pool: pg.Pool, id: string): Promise<string | undefined> {
  return inTransaction(pool, async (tx) => {
    const link = await lockObject(tx, 'account_link', id);
    if (link === undefined || link.visit !== null || link.expiresAt < nowSeconds()) return undefined;
    const visit = makeToken(24);
    const opened: OpenLink = { ...link, visit };
    await updateObject(tx, opened);
    return visit;
  });
}

/** Applies the form to the account, once. */
function submit(pool: pg.Pool, id: string, form: Params): Promise<OpenLink | undefined> {
  return inTransaction(pool, async (tx) => {
    const link = await lockObject(tx, 'account_link', id);
    if (link === undefined || link.visit === null || link.visit !== readText(form, 'visit')) return undefined;
    const used: OpenLink = { ...link, visit: '' };
    await updateObject(tx, used);
    const account = await lockAccount(tx, link.account, 'account');
    const bank = readText(form, 'bank') ?? '000123456789';
    await changeAccount(tx, byPage, account, onboarded(account, outcomeOf(readText(form, 'outcome')), bank));
    // Pays out what has waited for a bank account.
    await payOutAt(tx, account.id, nowSeconds());
    return link;
  });
}

const outcomeOf = (text: string | undefined): Outcome =>
  text === 'incomplete' || text === 'rejected' ? text : 'complete';

const readForm = ({ body }: FastifyRequest): Params =>
  typeof body === 'string' ? parseForm(body) : emptyParams();

/** @param next where the form may redirect, in addition to this server */
function sendPage(reply: FastifyReply, html: string, next?: string): FastifyReply {
  const targets = next === undefined ? "'self'" : `'self' ${new URL(next).origin}`;
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', `${pagePolicy}; form-action ${targets}`)
    .type('text/html; charset=utf-8')
    .send(html);
}
