/** Starts everything in order, and stops it in the reverse order. */
import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { migrate } from '#db/migrate.ts';
import { buildApp } from './app.ts';
import { checkDatabase, claimDatabase, claimFolder } from './claim-mode.ts';
import { seedCatalogue } from './catalogue.ts';
import { ensureAdmin } from '#server/auth/service.ts';
import type { Demo } from './demo.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Config, ConfigError } from '#server/platform/config.ts';
import { buildRoundSeconds, rememberBuild, serveEarlierBuilds } from './page-builds.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { requireDatabase, settingUp } from '#server/platform/postgres/require-database.ts';
import { closeAll } from '#server/platform/process/close-all.ts';
import { reportUnusable } from '#server/platform/images/image-storage.ts';
import { createListeners, type Listeners } from '#server/platform/http/listen.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import type { Log } from '#server/platform/log/log.ts';
import { declareJobs } from './background-jobs.ts';
import { openServices, type Services } from './services.ts';

export interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** Parts that tests can leave out: demo data, pages (which need a build), and the jobs that ask the processor. */
  readonly without?: readonly ('demo data' | 'pages' | 'questions to the processor')[];
}

export interface Server {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** The URL where it listens: `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Lets proxies notice that the process stops, before it does: see {@link Listeners.drain}. */
  drain(): Promise<void>;
  /** Waits for requests in flight, returns unfinished jobs, closes the database. Can be called once. */
  stop(): Promise<void>;
}

/**
 * Starts the product on `config.port`.
 *
 * @throws ConfigError for a database that cannot be used, and a port or a host that it cannot listen on
 */
export async function startServer(options: StartOptions): Promise<Server> {
  const { log, without = [] } = options;
  const config = { ...options.config, port: options.config.port || (await freePort()) };
  const closers: (() => Promise<unknown>)[] = [];
  const stop = () => closeAll(closers);
  try {
    const hasDemoData = config.mode === 'demo' && !without.includes('demo data');
    const [urls, demo] = await Promise.all([
      openDatabaseServer(config, log, closers),
      hasDemoData ? import('./demo.ts').then(({ openDemo }) => openDemo(config)) : undefined,
    ]);
    await requireDatabase(config.database);
    await checkDatabase(urls.directUrl, config.mode);
    await settingUp(config.database, () => applyMigrations(urls.directUrl, log));
    await claimData(config, urls.directUrl);
    const smtp = await openSmtp(config, urls.databaseUrl, log, closers);
    const services = await openServices({ ...options, config, ...urls, smtpUrl: smtp.url });
    closers.push(() => services.close());
    await services.changes.start();
    declareJobs(services, { asksProcessor: !without.includes('questions to the processor') });
    demo?.declareDeals(services);
    await services.jobs.start();
    await fill(services, demo);
    const app = await buildApp(services);
    const listeners = createListeners(app);
    closers.push(() => listeners.close());
    await smtp.mount(app);
    await mountStandIns(app, services);
    if (!without.includes('pages')) await mountPages(app, services);
    await listen(listeners, config);
    // Otherwise the first upload would show it. Everything else works without the storage, so nobody waits for it.
    void reportUnusable(services);
    await services.jobs.work();
    return {
      app,
      services,
      address: `http://127.0.0.1:${config.port}`,
      drain: () => listeners.drain(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const applyMigrations = (url: string, log: Log): Promise<void> =>
  migrate(url, undefined, (postgresProcess) =>
    log.info({ postgresProcess }, 'waiting for another process that applies migrations'),
  );

/** @throws ConfigError if the data belong to the other mode */
async function claimData({ mode, dataDir, database, s3 }: Config, url: string): Promise<void> {
  await claimDatabase(url, mode);
  // With S3 and an external database, the folder contains no data.
  if (database.url === undefined || s3 === undefined) await claimFolder(dataDir, mode);
}

async function openDatabaseServer(config: Config, log: Log, closers: (() => Promise<unknown>)[]) {
  const { url, directUrl } = config.database;
  if (url !== undefined) return { databaseUrl: url, directUrl: directUrl ?? url };
  const { startEmbeddedPostgres } = await import('#server/platform/postgres/embedded-postgres.ts');
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
  });
  closers.push(() => postgres.stop());
  return { databaseUrl: postgres.url, directUrl: postgres.url };
}

/** The configured mail server, or in the demo the outbox, which shows the mail instead of sending it. */
async function openSmtp(config: Config, databaseUrl: string, log: Log, closers: (() => Promise<unknown>)[]) {
  if (config.smtpUrl !== undefined) return { url: config.smtpUrl, mount: async () => undefined };
  const { openMailStandIn } = await import('./demo.ts');
  const onError = (error: Error) =>
    log.warn({ err: error }, 'a database connection of the mail stand-in broke');
  const { pool, close } = openDatabase({
    url: databaseUrl,
    maxConnections: 2,
    hasOwnConnections: config.database.usesPrepared,
    onError,
  });
  closers.push(close);
  const outbox = await openMailStandIn(pool, log);
  closers.push(() => outbox.close());
  return {
    url: outbox.smtpUrl,
    mount: (app: FastifyInstance) => app.register(outbox.plugin, { prefix: '/sandbox/mail' }),
  };
}

async function fill(services: Services, demo: Demo | undefined): Promise<void> {
  const { config, db, log } = services;
  await seedCatalogue(db);
  if (await demo?.seedIfEmpty(services)) log.info('the demo was set up');
  await demo?.queueDeals(services);
  await ensureAdmin(services, config.admin);
}

async function mountStandIns(app: FastifyInstance, services: Services): Promise<void> {
  if (services.config.mode !== 'demo') return;
  const { mountSandboxes } = await import('./demo.ts');
  await mountSandboxes(app, services);
}

/** Mounted last, because pages answer every URL without another route. */
async function mountPages(app: FastifyInstance, services: Services): Promise<void> {
  const { config, jobs, log, storage } = services;
  const { assetsFolder, servePages } = await import('./ssr.ts');
  await servePages(app, config);
  if (config.isDevelopment) return;
  serveEarlierBuilds(app, storage);
  const remember = (): Promise<void> => rememberBuild(services, assetsFolder);
  jobs.every(buildRoundSeconds, 'remember the build of the pages', remember);
  const remembering = remember().catch((error: unknown) =>
    log.error({ err: error }, 'the build of the pages could not be stored'),
  );
  app.addHook('onClose', () => remembering);
  // Another process, which has the former build, may be asked for the files of a page that this one has served.
  if (config.database.url !== undefined)
    await Promise.race([remembering, delay(longestStoringMs, undefined, { ref: false })]);
}

/** The start does not wait longer for a storage. */
const longestStoringMs = 10_000;

async function listen(listeners: Listeners, { port, hosts }: Config): Promise<void> {
  try {
    await listeners.open(port, hosts);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const problem = listenProblems[code]?.(port, hosts.join(' and '));
    throw problem === undefined ? error : new ConfigError([problem]);
  }
}

/** What an operator can do about the system's errors. */
const listenProblems: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) => `port ${port} is taken by another program: end it, or choose another with PORT=…`,
  EACCES: (port) => `PORT ${port} may not be opened by this user: choose one above 1023`,
  EADDRNOTAVAIL: (_port, host) => `HOST is an address of this machine, such as 127.0.0.1, not "${host}"`,
  ENOTFOUND: (_port, host) => `HOST is an address of this machine, such as 127.0.0.1, not "${host}"`,
};
