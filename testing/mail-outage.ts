/** A marketplace without a mail server, except while a test needs one. */
import type { Socket } from 'node:net';

import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

import { freePort } from '#server/platform/process/free-port.ts';
import { type MailServices, sendDueMails } from '#server/mails/service.ts';
import { type Caller, callerOf } from './caller.ts';
import { type Market, openMarket, type TestPerson } from './market.ts';

interface MailRow {
  readonly body: string | null;
  readonly html: string | null;
  readonly last_error: string | null;
}

export interface MailOutage {
  readonly market: Market;
  services(): MailServices;
  rowsTo(to: string): Promise<MailRow[]>;
  /** Waits until a mail is sent, possibly by the market's own job: the mail server must run until then. */
  untilSent(to: string): Promise<void>;
  /** Lets hours pass, in steps of ten minutes. @returns how often a mail was tried */
  passTime(hours: number): Promise<number>;
  /** Runs a mail server during `run`. @returns the mails that it received */
  withServer(run: () => Promise<void>): Promise<string[]>;
  /** Moving the clock signs everybody out. */
  adminWithNewToken(): Promise<Caller>;
  /** An admin's view of a failed mail, of any kind if none is named. */
  failedTo(address: string, kind?: string): ReturnType<typeof findFailed>;
  /** A count of `/metrics`. */
  count(name: string, kind: string): Promise<number>;
}

export async function openMailOutage(): Promise<MailOutage> {
  const port = await freePort();
  const market = await openMarket({ smtpUrl: `smtp://127.0.0.1:${port}` });
  const admin = await market.person('admin');
  const services = () => ({ ...market.services, publicUrl: market.address });
  const rowsTo = (to: string) => findRows(market, to);
  return {
    market,
    services,
    rowsTo,
    untilSent: (to) => expect.poll(() => rowsTo(to)).toEqual([]),
    passTime: (hours) => passTime(market, services(), hours),
    withServer: (run) => withServer(port, run),
    adminWithNewToken: () => signInAnew(market, admin),
    failedTo: async (address, kind) => findFailed(await signInAnew(market, admin), address, kind),
    count: (name, kind) => readCount(market, name, kind),
  };
}

async function findRows(market: Market, to: string): Promise<MailRow[]> {
  const text = 'select body, html, last_error from mails where recipient = $1';
  return (await market.services.db.$client.query(text, [to])).rows;
}

async function passTime(market: Market, services: MailServices, hours: number): Promise<number> {
  const before = await attempts(market);
  for (let minutes = 0; minutes < hours * 60; minutes += 10) {
    market.clock.advance(10);
    await sendDueMails(services);
  }
  return (await attempts(market)) - before;
}

async function attempts(market: Market): Promise<number> {
  const text = 'select coalesce(sum(attempts), 0)::int as n from mails';
  return (await market.services.db.$client.query(text)).rows[0].n;
}

const signInAnew = async (market: Market, admin: TestPerson): Promise<Caller> =>
  callerOf(market.address, await market.services.tokens.issue(admin));

async function findFailed(caller: Caller, address: string, kind?: string) {
  const { body } = await caller.get('/failedMails?limit=100');
  return body.find(
    (mail: { to: string; kind: string }) => mail.to === address && (kind === undefined || mail.kind === kind),
  );
}

async function readCount(market: Market, name: string, kind: string): Promise<number> {
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  return Number(new RegExp(`^${name}\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
}

async function withServer(port: number, run: () => Promise<void>): Promise<string[]> {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? noSuchMailbox(address) : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => void sockets.add(socket));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  try {
    await run();
  } finally {
    // The product keeps connections open for the next mail.
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => server.close(done));
  }
  return received;
}

/** Most mail servers name the address. */
const noSuchMailbox = (address: string) =>
  Object.assign(new Error(`5.1.1 <${address}>: No such mailbox`), { responseCode: 550 });
