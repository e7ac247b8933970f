import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults } from 'oidc-provider';
import type Provider from 'oidc-provider';
import type pg from 'pg';
import { readStyle } from '#sandbox/look/render-page.ts';
import { renderChoice, renderProblem } from './choose-pages.ts';
import { drawFace } from './draw-face.ts';
import { demoPeople, enrolPerson, findPerson } from './people.ts';
import { settledPrompts } from './provider.ts';

type Choice = { Params: { uid: string }; Body: unknown };
type Options = { pool: pg.Pool; provider: Provider; securePage: (reply: FastifyReply) => FastifyReply };

/** The page to choose a person, its style and the people's faces. */
export async function chooseRoutes(
  app: FastifyInstance,
  { pool, provider, securePage }: Options,
): Promise<void> {
  const css = await readStyle(new URL('choose.css', import.meta.url));
  const base = app.prefix;
  acceptForms(app);

  app.get('/choose.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(css));

  app.get<{ Params: { sub: string } }>('/people/:sub(^\\d{21}).png', async ({ params }, reply) => {
    const face = await drawFace(params.sub);
    return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(face);
  });

  app.get<Choice>('/choose/:uid', async (request, reply) => {
    const login = await readInteraction(provider, request, reply);
    if (login === undefined) return securePage(reply.code(410)).send(expired(base));
    return securePage(reply).send(renderChoice(base, { people: demoPeople, email: login.hint, name: '' }));
  });

  app.post<Choice>('/choose/:uid', async (request, reply) => {
    const login = await readInteraction(provider, request, reply);
    if (login === undefined) return securePage(reply.code(410)).send(expired(base));
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const result = await readChoice(pool, form);
    if (typeof result === 'string') {
      const typed = { email: form.get('email') ?? '', name: form.get('name') ?? '' };
      return securePage(reply.code(422)).send(
        renderChoice(base, { people: demoPeople, ...typed, problem: result }),
      );
    }
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
}

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const limits = { parseAs: 'string' as const, bodyLimit: 8 * 1024 };
  app.addContentTypeParser('application/x-www-form-urlencoded', limits, (_request, body, done) =>
    done(null, body),
  );
}

/** The sign-in that this page belongs to; gone when it is an hour old, finished, or of another browser. */
async function readInteraction(
  provider: Provider,
  request: FastifyRequest<Choice>,
  reply: FastifyReply,
): Promise<{ hint: string } | undefined> {
  try {
    const { uid, params } = await provider.interactionDetails(request.raw, reply.raw);
    if (uid !== request.params.uid) return undefined;
    return { hint: typeof params.login_hint === 'string' ? params.login_hint : '' };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** What the form says, or what is wrong with it. */
async function readChoice(pool: pg.Pool, form: URLSearchParams): Promise<InteractionResults | string> {
  if (form.has('cancel'))
    return { error: 'access_denied', error_description: 'The person cancelled the sign-in' };
  const sub = form.get('person');
  if (sub !== null) {
    const person = await findPerson(pool, sub);
    return person === undefined
      ? 'Please choose one of these people.'
      : signIn(person.sub, form.get('signedInAt'));
  }
  const email = (form.get('email') ?? '').trim();
  if (email.length > 254 || !/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email))
    return 'Please enter a whole e-mail address.';
  const enrolled = await enrolPerson(pool, email, (form.get('name') ?? '').trim().slice(0, 80));
  return signIn(enrolled.sub, form.get('signedInAt'));
}

/** @param signedInAt as Google knows people whom it asked earlier, in seconds; tests say so, people sign in now */
function signIn(accountId: string, signedInAt: string | null): InteractionResults {
  const earlier = signedInAt === null ? {} : { ts: Number(signedInAt) };
  return { login: { accountId, remember: false, ...earlier }, ...settledPrompts };
}

function expired(base: string): string {
  return renderProblem(base, 'This sign-in is over', 'It was finished, or it waited too long.');
}
