import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { InteractionResults } from 'oidc-provider';
import type pg from 'pg';

import { readStyle } from '#sandbox/pages/render-page.ts';

import { renderChoice, renderProblem } from './choose-pages.ts';
import { demoPeople, enrolPerson, findPerson } from './people.ts';

type Choice = { Params: { uid: string }; Body: unknown };
type Options = {
  pool: pg.Pool;
  openProvider: () => Promise<Provider>;
  securePage: (reply: FastifyReply) => FastifyReply;
};

/** The page to choose a person, its style and the people's faces. */
export async function chooseRoutes(
  app: FastifyInstance,
  { pool, openProvider, securePage }: Options,
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
    const login = await readInteraction(await openProvider(), request, reply);
    if (login === undefined) return securePage(reply.code(410)).send(expired(base));
    return securePage(reply).send(renderChoice(base, { people: demoPeople, email: login.hint, name: '' }));
  });

  app.post<Choice>('/choose/:uid', async (request, reply) => {
    const provider = await openProvider();
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

/** The sign-in that this page belongs to; undefined if it is older than an hour, finished, or of another browser. */
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
    const { errors } = await import('oidc-provider');
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** The form's choice, or an error message. */
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

/** Google's prompts, all of which are settled by choosing a person. */
const settledPrompts = { consent: {}, select_account: {} };

/** @param signedInAt when Google last authenticated the person, in seconds; only tests set it, otherwise it is now */
function signIn(accountId: string, signedInAt: string | null): InteractionResults {
  const earlier = signedInAt === null ? {} : { ts: Number(signedInAt) };
  return { login: { accountId, remember: false, ...earlier }, ...settledPrompts };
}

function expired(base: string): string {
  return renderProblem(base, 'This sign-in is over', 'It was finished, or it waited too long.');
}

const skins = ['#8d5a3a', '#b97b4f', '#c68a5e', '#e2b08a', '#f0c9a8'];
const hairs = ['#1d1a1a', '#2a211c', '#5a3a22', '#8a4b22', '#6b6660'];
const clothes = ['#0b6b50', '#3b5b8c', '#b65432', '#6a4b8c', '#4a5560'];
const grounds = ['#cfe0d6', '#f1d9c4', '#d8d3ea', '#cfdcea'];

/** A simple face as PNG, 256 × 256, always the same for the same person. Only this needs the picture library. */
async function drawFace(sub: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const digits = Number(sub.slice(-9));
  const choose = (list: readonly string[], by: number): string =>
    list[Math.floor(digits / by) % list.length] ?? '#888888';
  const skin = choose(skins, 1);
  const hair = choose(hairs, 7);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
    <rect width="256" height="256" fill="${choose(grounds, 3)}"/>
    ${digits % 2 === 0 ? `<path d="M66 108C60 26 196 26 190 108C194 150 200 186 190 204H66C56 186 62 150 66 108Z" fill="${hair}"/>` : ''}
    <path d="M28 256C30 208 76 188 128 188C180 188 226 208 228 256Z" fill="${choose(clothes, 11)}"/>
    <path d="M104 150H152V192C152 208 104 208 104 192Z" fill="${skin}"/>
    <path d="M80 100C80 64 102 48 128 48C154 48 176 64 176 100V124C176 156 156 176 128 176C100 176 80 156 80 124Z" fill="${skin}"/>
    <path d="M76 112C70 52 104 36 130 37C164 38 186 62 180 112C174 92 168 84 160 78C140 86 108 84 94 76C84 84 80 94 76 112Z" fill="${hair}"/>
    <circle cx="110" cy="118" r="5" fill="#1c1512"/><circle cx="146" cy="118" r="5" fill="#1c1512"/>
    <path d="M112 146Q128 160 144 146" fill="none" stroke="#1c1512" stroke-width="5" stroke-linecap="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
