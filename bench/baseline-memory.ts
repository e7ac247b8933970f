// The baseline of cached answers: Fastify, and exactly the bytes that the product sent, compressed in the same way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Fastify from 'fastify';

const folder = process.env.KEPT_FOLDER ?? '';
const app = Fastify();
app.get('/ready', async () => ({ isReady: true }));

const json = readFileSync(join(folder, 'list.json'), 'utf8');
app.get('/list', (_request, reply) => reply.type('application/json; charset=utf-8').send(json));

for (const name of ['category', 'product']) {
  const html = readFileSync(join(folder, `${name}.html.br`));
  app.get(`/${name}`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('Content-Encoding', 'br').send(html),
  );
}

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => process.exit(0));
