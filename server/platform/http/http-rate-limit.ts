/** The rate limits that the contract declares, enforced by the framework's plugin. */
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';

import { minuteMs } from '#contract/durations.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { requestErrors } from '#contract/errors.ts';
import { failWith } from '#server/platform/failure.ts';
import type { CallCounter } from './count-calls.ts';

const fail = failWith(requestErrors);

/** Prepares `app` for routes with {@link rateLimitOf}. */
export async function addRateLimits(app: FastifyInstance, counter: CallCounter): Promise<void> {
  await app.register(rateLimit, { global: false, store: storeOn(counter) });
}

/**
 * The part of a route's configuration that limits it.
 *
 * Limits by person are counted once the person is known; limits by address, before the body is read. A call that the
 * guard refuses is not counted.
 *
 * @param factor `RATE_LIMIT_FACTOR`; 0 turns the limit off
 */
export function rateLimitOf(limit: EndpointSpec['rateLimit'], factor: number): RouteOptions['config'] {
  if (limit === undefined || 'unlimited' in limit || factor === 0) return {};
  const { max, perSeconds, by } = limit;
  return {
    rateLimit: {
      max: Math.max(1, Math.round(max * factor)),
      timeWindow: perSeconds * 1000,
      hook: by === 'person' ? 'preHandler' : 'onRequest',
      keyGenerator: (request: FastifyRequest) => {
        const { method, url } = request.routeOptions;
        const client = by === 'person' ? (request.caller?.id ?? clientOf(request)) : clientOf(request);
        return `${String(method)} ${url} ${client}`;
      },
      errorResponseBuilder: (_request, { ttl }) => fail('request.too-many', waitWords(ttl)),
    },
  };
}

/** A longer wait than "a moment" is named; no limit lasts longer than an hour. */
const waitWords = (waitMs: number) =>
  waitMs > minuteMs
    ? { detail: `Too many requests. Please try again in ${Math.ceil(waitMs / minuteMs)} minutes.` }
    : {};

/**
 * Identifies the client by its address: an IPv4 address, or an IPv6 /64, which is what one subscriber gets. With single
 * IPv6 addresses, or with the port that some proxies append, nobody would ever reach a limit.
 */
export const clientOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string =>
  normalizeIP(
    ip
      .replace(/^\[(.*)\](?::\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1')
      .replace(/%.*$/, ''),
  );

/**
 * Adapts the counter to the plugin's interface of a store. Keys contain the route, so one store counts for all of them.
 */
function storeOn(counter: CallCounter): FastifyRateLimitStoreCtor {
  type Count = FastifyRateLimitStore['incr'];
  const answer = async (key: string, done: Parameters<Count>[1], windowMs: number): Promise<void> => {
    const { calls, endsInMs } = await counter.count(key, windowMs);
    done(null, { current: calls, ttl: endsInMs });
  };
  return class Store implements FastifyRateLimitStore {
    // The counter never fails.
    incr: Count = (key, done, windowMs) => void answer(key, done, windowMs);

    child(): this {
      return this;
    }
  };
}
