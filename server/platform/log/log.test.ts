import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { DrizzleQueryError } from 'drizzle-orm';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';

import { answerFailures } from '#server/platform/http/http-problem.ts';
import { createLog, RequestLog } from './log.ts';

/** An application with a log, and the lines that it writes. */
function listen() {
  const lines: unknown[] = [];
  const log: FastifyBaseLogger = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const app = Fastify({ loggerInstance: log, logController: new RequestLog(), genReqId: () => 'one' });
  return { app, lines };
}

test('a request is one line, which tells what was asked, what became of it and how long it took', async () => {
  const { app, lines } = listen();
  app.get('/phones', () => 'none');
  await app.inject({ url: '/phones?token=secret' });
  expect(lines).toEqual([
    expect.objectContaining({
      reqId: 'one',
      req: { method: 'GET', path: '/phones', ip: '127.0.0.1' },
      res: { statusCode: 200 },
      responseTime: expect.any(Number),
      msg: 'request completed',
    }),
  ]);
});

test.each(['mina@example.com', 'mina%40example.com'])(
  'an e-mail address in a path is not logged: %s',
  async (email) => {
    const { app, lines } = listen();
    app.get('/users/admin/:email', () => 'yes');
    await app.inject({ url: `/users/admin/${email}` });
    expect(lines).toMatchObject([{ req: { path: '/users/admin/[address]' } }]);
  },
);

test('an error of several errors is logged with each of them', () => {
  const { app, lines } = listen();
  const err = new AggregateError([new Error('no bucket'), 'no disk'], '2 pictures could not be removed');
  app.log.error({ err }, 'periodic task');
  expect(lines).toMatchObject([{ err: { errors: [{ message: 'no bucket' }, { message: 'no disk' }] } }]);
});

test('a request that its client abandons is one line in the log', async () => {
  const { app, lines } = listen();
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    asked.resolve();
    await released.promise;
    return 'late';
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  lines.length = 0;
  const asker = new AbortController();
  const answer = fetch(`${address}/slow?token=secret`, { signal: asker.signal });
  await asked.promise;
  asker.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => lines.length).toBe(1);
  released.resolve();
  await app.close();
  expect(lines).toEqual([
    expect.objectContaining({
      req: { method: 'GET', path: '/slow', ip: '127.0.0.1' },
      msg: 'request abandoned',
    }),
  ]);
});

test('a body that breaks off is no error of the server in the log', async () => {
  const { app, lines } = listen();
  answerFailures(app);
  app.post('/phones', () => 'added');
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  lines.length = 0;
  const socket = connect(Number(port), '127.0.0.1');
  const head =
    'POST /phones HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';
  await new Promise<void>((done) => socket.write(`${head}{"model":`, () => done()));
  socket.end();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await app.close();
  expect(lines).toEqual([expect.objectContaining({ level: 30, msg: 'request abandoned' })]);
});

test('no log holds a query, a token or a cookie', async () => {
  const { app, lines } = listen();
  app.get('/phones', async (request, reply) => {
    request.log.info({ req: request, res: reply }, 'asked');
    request.log.warn({ req: request.raw, res: reply.raw }, 'asked');
    void reply.header('set-cookie', 'session=secret');
    throw new Error('broken');
  });
  const headers = { authorization: 'Bearer secret', cookie: 'session=secret' };
  await app.inject({ url: '/phones?email=secret', headers });
  expect(lines.length).toBeGreaterThan(3);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('an error of the database is logged with its statement and without its values', () => {
  const { app, lines } = listen();
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'users_email_key',
    detail: 'Key (email)=(mina@example.com) already exists.',
  });
  const error = new DrizzleQueryError('insert into users values ($1)', ['mina@example.com'], cause);
  app.log.error({ err: error }, 'request failed');
  app.log.error({ err: error });
  app.log.error(error);
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain('mina@example.com');
  for (const line of lines) {
    expect(line).toMatchObject({
      err: {
        message: 'Failed query: insert into users values ($1)',
        stack: expect.stringContaining('log.test.ts'),
        cause: { code: '23505', constraint: 'users_email_key' },
      },
    });
  }
});

test('an error is logged without the e-mail addresses in its message, and with its whole stack', () => {
  const { app, lines } = listen();
  const refusal = '550 5.1.1 <mina+x@example.com>: no such mailbox';
  const error = new Error(refusal, { cause: new Error('Invalid email address: mina@example.com') });
  error.stack = `Error: ${refusal}\n    at send (/srv/node_modules/@aws-sdk/client-s3/index.js:1:2)`;
  app.log.error({ err: error }, 'failed');
  app.log.error(error);
  expect(JSON.stringify(lines)).not.toContain('mina');
  for (const line of lines) {
    expect(line).toMatchObject({
      err: {
        message: '550 5.1.1 <[address]>: no such mailbox',
        stack: expect.stringContaining('(/srv/node_modules/@aws-sdk/client-s3/index.js:1:2)'),
        cause: { message: 'Invalid email address: [address]' },
      },
    });
  }
});

test('a plain object with the fields of an error is logged like an error', () => {
  const { app, lines } = listen();
  const { message, stack } = new Error('Failed query: select 1\nparams: mina@example.com');
  app.log.error({ err: { message, stack, code: 'ECONNREFUSED', worker: 'one' } }, 'job queue');
  expect(lines).toEqual([
    expect.objectContaining({
      err: {
        type: 'Error',
        message: 'Failed query: select 1',
        stack: expect.stringContaining('log.test.ts'),
        code: 'ECONNREFUSED',
      },
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('mina@example.com');
});

test('lines to a terminal that was closed are lost, and are no error of the process', async () => {
  const closed = Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' });
  const write = vi.spyOn(fs, 'write').mockImplementation((...args: unknown[]) => {
    const done = args.at(-1);
    if (typeof done === 'function') setImmediate(() => done(closed));
  });
  onTestFinished(() => write.mockRestore());
  const log = createLog('info');
  log.info('stopping');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  log.info('stopped');
  expect(write).toHaveBeenCalledTimes(1);
});

test.runIf(fs.existsSync('/dev/full'))(
  'a process whose log is on a full disk ends, and says why',
  async () => {
    const log = fileURLToPath(new URL('log.ts', import.meta.url));
    const script = `import(${JSON.stringify(log)}).then(({ createLog }) => createLog('info').info('a line'))`;
    const line = ['-c', 'exec "$0" -e "$1" > /dev/full', process.execPath, script];
    const ending = promisify(execFile)('sh', line, { timeout: 20_000 });
    await expect(ending).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('ENOSPC') });
  },
);
