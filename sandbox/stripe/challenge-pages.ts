// The bank's page of a 3-D Secure challenge; it works without JavaScript, too.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import { escapeHtml } from '#sandbox/pages/render-page.ts';
import type { Challenge } from './challenge-object.ts';
import { answerChallenge } from './challenges.ts';
import { parseForm, readText } from './form.ts';
import { findObject } from './store.ts';

export function challengePages(pool: pg.Pool): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.get<{ Params: { id: string } }>('/3ds/:id', async (request, reply) => {
      const challenge = await findObject(pool, 'challenge', request.params.id);
      if (challenge === undefined) return sendPage(reply.code(404), closedPage(request.params.id));
      return sendPage(reply, openPage(challenge));
    });
    app.post<{ Params: { id: string } }>('/3ds/:id', async (request, reply) => {
      const params = parseForm(typeof request.body === 'string' ? request.body : '');
      const outcome = readText(params, 'outcome') === 'complete' ? 'complete' : 'fail';
      const answered = await answerChallenge(pool, request.params.id, outcome);
      if (answered?.returnUrl) return reply.redirect(returnAddress(answered.intent, answered.returnUrl), 303);
      return sendPage(reply, closedPage(request.params.id));
    });
  };
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  // Stripe's own challenge is framed by the shop, so the shop's rule against frames is removed.
  void reply.removeHeader('x-frame-options').header('cache-control', 'no-store');
  void reply.header('content-security-policy', "default-src 'none'; script-src 'self'; style-src 'self'");
  return reply.type('text/html; charset=utf-8').send(html);
}

function openPage(challenge: Challenge): string {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: challenge.currency });
  return page(
    challenge.id,
    'open',
    `<h1>3D Secure test page</h1>
    <p>Your bank asks whether you approve the payment of <strong>${amount.format(challenge.amount / 100)}</strong>${
      challenge.description === null ? '' : ` for ${escapeHtml(challenge.description)}`
    }. No real money moves.</p>
    <form method="post">
      <button name="outcome" value="complete">Complete</button>
      <button name="outcome" value="fail" class="quiet">Fail</button>
    </form>`,
  );
}

function closedPage(id: string): string {
  return page(
    id,
    'closed',
    '<h1>Thank you</h1><p>This question is answered. You can go back to the shop.</p>',
  );
}

function page(id: string, state: 'open' | 'closed', content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>3D Secure test page</title>
    <link rel="stylesheet" href="assets/challenge.css">
    <script src="assets/challenge.js" defer></script>
  </head>
  <body data-challenge="${escapeHtml(id)}" data-state="${state}">
    <main aria-label="3D Secure">${content}</main>
  </body>
</html>
`;
}

function returnAddress(intent: Stripe.PaymentIntent, returnUrl: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}
