/** Builds the HTTP application from its dependencies: one line for each domain. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

import { endpoints } from '#contract/api.ts';
import { notificationKinds } from '#contract/notification-kinds.ts';
import { advertisementRoutes } from '#server/advertisements/routes.ts';
import { markRoutes } from './catalogue.ts';
import { listAdvertised } from '#server/advertisements/service.ts';
import { identityRoutes } from '#server/auth/answer-identity.ts';
import { renewMail } from '#server/auth/jobs.ts';
import { authRoutes } from '#server/auth/routes.ts';
import { bookingRoutes } from '#server/bookings/routes.ts';
import { isPartyOfPicture, listHolds } from '#server/bookings/service.ts';
import { cityRoutes } from '#server/cities/routes.ts';
import type { Config } from '#server/platform/config.ts';
import { jobRoutes } from '#server/jobs/routes.ts';
import { failedJobCount } from '#server/jobs/service.ts';
import { ledgerRoutes } from '#server/ledger/routes.ts';
import { liveRoutes } from '#server/live/routes.ts';
import { mailRoutes } from '#server/mails/routes.ts';
import { delayedMailCount, failedMailCount } from '#server/mails/service.ts';
import { createTakeUpload } from '#server/media/service.ts';
import { notificationRoutes } from '#server/notifications/routes.ts';
import { mediaRoutes, imageRoutes, takeMultipart, withheldRoutes } from '#server/media/routes.ts';
import { orderRoutes } from '#server/orders/routes.ts';
import {
  countDeals,
  findOrders,
  hasOpenOrder,
  lateDecisionCount,
  listOrdersOfProducts,
} from '#server/orders/service.ts';
import {
  chargebackCount,
  chargeIssueCount,
  failedProcessorEventCount,
  findLatePayments,
  findTransactions,
  listLatePaid,
} from '#server/payments/service.ts';
import { payoutRoutes } from '#server/payouts/routes.ts';
import { refusedReversalCount } from '#server/payouts/service.ts';
import { paymentRoutes, webhookRoutes } from '#server/payments/routes.ts';
import { type ApiOptions, createApi } from '#server/platform/http/http.ts';
import { addSafetyHeaders } from '#server/platform/http/http-headers.ts';
import { answerFailures, answerUnknown, answerUnroutable } from '#server/platform/http/http-problem.ts';
import { answerExpectations, answerParserError } from '#server/platform/http/parser-error.ts';
import { RequestLog } from '#server/platform/log/log.ts';
import { addProbes, type WatchedCount } from '#server/platform/log/metrics.ts';
import { hostServerOptions, readTarget, refuseWithoutHost } from '#server/platform/http/request-target.ts';
import { checkDisk } from '#server/platform/process/check-disk.ts';
import { createInProcessCalls } from '#server/platform/http/http-in-process.ts';
import { documentRoutes } from '#server/platform/http/openapi-routes.ts';
import { createPageCache, type PageCacheCounts } from '#server/platform/cache/page-cache-requests.ts';
import { createAddressReader } from '#server/platform/cache/public-addresses.ts';
import type { PreparedAnswer } from '#server/platform/cache/answer-forms.ts';
import { createFront, type Front } from '#server/platform/cache/page-cache-front.ts';
import { createTopicCollector, type TopicCollector } from '#server/platform/cache/page-cache-invalidation.ts';
import { collectTopics, publicAddresses } from './public-answers.ts';
import { personalData } from './personal-data.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { peopleRoutes } from '#server/people/routes.ts';
import { privacyRoutes } from '#server/privacy/routes.ts';
import { productRoutes } from '#server/products/routes.ts';
import { reconciliationRoutes } from '#server/reconciliation/routes.ts';
import { overdueDifferenceCount } from '#server/reconciliation/service.ts';
import { reportRoutes } from '#server/reports/routes.ts';
import { todoRoutes } from '#server/todo/routes.ts';
import { searchRoutes } from '#server/search/routes.ts';
import { clientErrorRoutes } from './client-errors.ts';
import type { Services } from './services.ts';
import { siteRoutes } from './site.ts';
import { securityContactRoutes } from './security-contact.ts';
import { siteMapRoutes } from './site-map.ts';
import { userRoutes } from '#server/users/routes.ts';

/** The largest JSON body that any call accepts, in bytes. */
const bodyLimit = 64 * 1024;

/** How long requests in flight may take when the process stops. */
const closeTimeoutMs = 5_000;

/**
 * Builds the application without pages and stand-ins, which are mounted separately.
 *
 * @param services everything that it needs; it uses nothing else
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, log } = services;
  const collector = createTopicCollector();
  const { inProcess, add } = createInProcessCalls((told, reqId) =>
    log.error({ ...told, reqId }, 'request failed'),
  );
  const { front, count } = openFront(services, collector);
  const app = Fastify({
    ...(front === undefined ? {} : { serverFactory: front.serverFactory }),
    loggerInstance: log,
    logController: new RequestLog(),
    bodyLimit,
    trustProxy: config.trustedProxies,
    http: hostServerOptions,
    rewriteUrl: ({ url = '' }) => readTarget(url),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerParserError,
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    // Enough for a large picture over a slow connection.
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // A proxy has sent such a request on a connection that it keeps open, and may not repeat it elsewhere.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
  });
  closeWithin(app, closeTimeoutMs);
  addSafetyHeaders(app, config.publicUrl);
  refuseWithoutHost(app);
  answerExpectations(app.server);
  const metrics = addProbes(app, readiness(services), {
    ...(count === undefined ? {} : { countPages: count }),
    watched: watchedCounts(services),
  });
  answerFailures(app);
  await app.register(imageRoutes, services);
  markRoutes(app);
  siteMapRoutes(app, { ...services, publicUrl: config.publicUrl });
  securityContactRoutes(app, services);
  app.decorate('inProcess', inProcess);
  await app.register((scope) => apiRoutes(scope, services, { collector, onOpenRead: add, metrics }), {
    prefix: '/api',
  });
  front?.serve(app);
  return app;
}

/** The checks of `/readyz`: the databases, and the disk if pictures or the database are on it. */
function readiness({ config, db, readDb }: Services): Readonly<Record<string, () => Promise<void>>> {
  const usesDisk = config.s3 === undefined || config.database.url === undefined;
  return {
    database: () => check(db),
    // Nearly all public pages are read from it.
    ...(config.database.replicaUrl === undefined ? {} : { replica: () => check(readDb) }),
    ...(usesDisk ? { disk: () => checkDisk(config.dataDir) } : {}),
  };
}

const check = async ({ $client }: Database): Promise<void> => void (await $client.query('select 1'));

/** How far a replica may lag behind: for this time after a change, answers that show it are not cached. */
const replicaLagMs = 1_000;

/** The page cache, unless it is turned off or pages are being developed. */
function openFront(
  { config, changes }: Services,
  collector: TopicCollector,
): { front?: Front; count?: () => PageCacheCounts } {
  if (config.pageCacheBytes === 0 || config.isDevelopment) return {};
  const cache = createPageCache<PreparedAnswer>({
    maxBytes: config.pageCacheBytes,
    replicaLagMs: config.database.replicaUrl === undefined ? 0 : replicaLagMs,
  });
  changes.subscribe(cache);
  const front = createFront({ cache, collector, readAddress: createAddressReader(publicAddresses) });
  return { front, count: () => cache.count() };
}

/** What `/metrics` counts in the database. */
const watchedCounts = (services: Services): readonly WatchedCount[] => {
  const { db, clock } = services;
  return [
    chargeIssueCount(db),
    chargebackCount(db),
    failedProcessorEventCount(db),
    delayedMailCount(db, Object.keys(notificationKinds)),
    failedMailCount(db, Object.keys(notificationKinds)),
    failedJobCount(db),
    lateDecisionCount(services),
    refusedReversalCount(db),
    overdueDifferenceCount(db, clock),
  ];
};

/** A client that stops in the middle of a request must not prevent the process from stopping. */
function closeWithin(app: FastifyInstance, timeoutMs: number): void {
  // Otherwise a proxy uses the connection again for its next request, which would be lost. This is for requests that
  // began before the stop; `drain` does the same for later ones, which may be answered from memory, without this hook.
  app.addHook('onSend', async (_request, reply) => {
    if (!app.server.listening) reply.header('Connection', 'close');
  });
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref();
  });
}

/** Functions that earlier domains declare and later ones implement. */
const relations = {
  listAdvertised,
  listHolds,
  listOrders: listOrdersOfProducts,
  findTransactions,
  findLatePayments,
  listLatePaid,
  findOrders,
  hasOpenOrder,
  countDeals,
};

/** What the routes of the domains get. */
function dependenciesOf(services: Services) {
  const { config } = services;
  return {
    ...services,
    publicUrl: config.publicUrl,
    takeUpload: createTakeUpload({ uploadFolder: join(config.dataDir, 'uploads') }),
    holdMinutes: config.holdMinutes,
    rateLimitFactor: config.rateLimitFactor,
    isDemo: config.mode === 'demo',
    webhookSecret: config.stripe.webhookSecret,
    connectWebhookSecret: config.stripe.connectWebhookSecret,
    ...relations,
  };
}

interface CallTools extends Pick<ApiOptions, 'onOpenRead'> {
  readonly collector: TopicCollector;
  readonly metrics: Registry;
}

async function apiRoutes(
  app: FastifyInstance,
  services: Services,
  { collector, onOpenRead, metrics }: CallTools,
): Promise<void> {
  const { config, guard, callCounter } = services;
  const offered = offeredIn(config.mode);
  answerUnknown(app, offered);
  const { rateLimitFactor } = config;
  await takeMultipart(app);
  const onAnswer = collectTopics(() => collector.current());
  const api = await createApi(app, { guard, rateLimitFactor, callCounter, onAnswer, onOpenRead });
  const deps = dependenciesOf(services);
  siteRoutes(api, config);
  clientErrorRoutes(api, metrics);
  userRoutes(api, deps);
  mailRoutes(api, { ...deps, renewMail: renewMail(deps) });
  jobRoutes(api, deps);
  authRoutes(api, deps);
  notificationRoutes(api, deps);
  mediaRoutes(api, deps);
  withheldRoutes(api, { ...deps, maySeeWithheld: isPartyOfPicture });
  cityRoutes(api, deps);
  productRoutes(api, deps);
  advertisementRoutes(api, deps);
  bookingRoutes(api, deps);
  ledgerRoutes(api, deps);
  paymentRoutes(api, deps);
  orderRoutes(api, deps);
  payoutRoutes(api, deps.payouts);
  reconciliationRoutes(api, deps);
  reportRoutes(api, deps);
  peopleRoutes(api, deps);
  todoRoutes(api, deps);
  searchRoutes(api, deps);
  liveRoutes(api, app, services);
  privacyRoutes(api, { ...deps, personalData, terms: config.privacy });
  await app.register(identityRoutes, deps);
  await app.register(webhookRoutes, deps);
  documentRoutes(app, offered, config);
}

const offeredIn = (mode: Config['mode']) =>
  endpoints.filter(({ spec }) => mode === 'demo' || spec.onlyInDemo === undefined);
