/** The metrics for Prometheus at `/metrics`, and the two probes. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { PageCacheCounts } from '#server/platform/cache/page-cache-requests.ts';

/** Numbers that are queried when they are scraped, by the values of one label. */
export interface WatchedCount {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** Each of them has a number, also if it is 0. */
  readonly values: readonly string[];
  readonly count: () => Promise<ReadonlyMap<string, number>>;
}

/**
 * Adds `/metrics`, `/healthz` (the process answers) and `/readyz` (everything that it needs is available, too).
 *
 * @param checks by name: each rejects if the process cannot serve requests now
 * @param options.countPages the counts of the page cache, if there is one: its hits appear in no other metric
 * @param options.watched further counts; one that fails has no value in that answer
 * @returns the registry, for further metrics
 */
export function addProbes(
  app: FastifyInstance,
  checks: Readonly<Record<string, () => Promise<void>>>,
  {
    countPages,
    watched = [],
  }: { countPages?: () => PageCacheCounts; watched?: readonly WatchedCount[] } = {},
): Registry {
  const registry = new Registry();
  if (countPages !== undefined) addPageCounts(registry, countPages);
  for (const each of watched) addWatched(registry, each, app.log);
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const names = Object.keys(checks);
    // At the same time: who asks waits no longer if several of them give no answer.
    const results = await Promise.allSettled(Object.values(checks).map((check) => inTime(check())));
    const failed = names.filter((name, place) => {
      const result = results[place];
      // A probe only needs to know what failed; the reason is for the log.
      if (result?.status === 'rejected') request.log.warn({ err: result.reason, check: name }, 'not ready');
      return result?.status === 'rejected';
    });
    return failed.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', failed });
  });
  return registry;
}

/** Who asks waits for ten seconds at most, by Prometheus's default; a database that is frozen answers later. */
const timeoutMs = 5_000;

/** @throws if there is no answer in time */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('There was no answer in time')), timeoutMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

type PageCount = readonly [keyof PageCacheCounts, string, string];

/** Since the start of the process. */
const pageTotals: readonly PageCount[] = [
  ['hits', 'page_cache_hits_total', 'Answers from memory'],
  ['misses', 'page_cache_misses_total', 'Answers that had to be made'],
  ['dropped', 'page_cache_dropped_total', 'Answers given up since what they show changed'],
];

const pageSizes: readonly PageCount[] = [
  ['entries', 'page_cache_entries', 'Answers in memory'],
  ['bytes', 'page_cache_bytes', 'Memory of the answers in bytes'],
];

function addPageCounts(registry: Registry, countPages: () => PageCacheCounts): void {
  for (const [count, name, help] of pageTotals) {
    const collect = function (this: Counter): void {
      this.reset();
      this.inc(countPages()[count]);
    };
    registry.registerMetric(new Counter({ name, help, registers: [], collect }));
  }
  for (const [count, name, help] of pageSizes) {
    const collect = function (this: Gauge): void {
      this.set(countPages()[count]);
    };
    registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  }
}

function addWatched(
  registry: Registry,
  { name, help, label, values, count }: WatchedCount,
  log: FastifyInstance['log'],
): void {
  const collect = async function (this: Gauge): Promise<void> {
    this.reset();
    try {
      const counts = await inTime(count());
      for (const value of values) this.set({ [label]: value }, counts.get(value) ?? 0);
    } catch (error) {
      // The other metrics are still useful: they may explain the failure.
      log.warn({ err: error, metric: name }, 'cannot be counted');
    }
  };
  registry.registerMetric(new Gauge({ name, help, labelNames: [label], registers: [], collect }));
}
