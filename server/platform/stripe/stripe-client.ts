import { Stripe } from 'stripe';

export interface StripeClientOptions {
  secretKey: string;
  /** The URL that `/v1/…` is appended to, if it is not Stripe's own: `http://localhost:3000/sandbox/stripe`. */
  apiBase?: string;
  timeoutMs: number;
  maxNetworkRetries: number;
}

/**
 * The official SDK, for Stripe itself or for a server with its API under `apiBase`. Repeats failed requests with the
 * same idempotency key. Throws TypeError if `apiBase` is not a URL.
 */
export function createStripeClient(options: StripeClientOptions): Stripe {
  const shared = {
    timeout: options.timeoutMs,
    maxNetworkRetries: options.maxNetworkRetries,
    telemetry: false,
  };
  if (options.apiBase === undefined)
    return new Stripe(options.secretKey, { ...shared, httpClient: underPath('') });
  const base = new URL(options.apiBase);
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(options.secretKey, {
    ...shared,
    protocol,
    host: base.hostname,
    port: base.port === '' ? defaultPorts[protocol] : base.port,
    httpClient: underPath(base.pathname.replace(/\/$/, '')),
  });
}

const defaultPorts = { http: 80, https: 443 };

/**
 * The SDK supports a host and a port, but no path: the path is prepended to every request here. And it takes any JSON
 * for the object that was asked for.
 */
function underPath(prefix: string): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, ...rest) => {
      const response = await client.makeRequest(host, port, prefix + path, ...rest);
      const read = response.toJSON.bind(response);
      // The SDK makes a failure of Stripe of what this throws.
      return Object.assign(response, { toJSON: async () => assertObject(await read()) });
    },
  };
}

/** Every object of Stripe names its kind in `object`. */
function assertObject(answer: unknown) {
  const isObject = typeof answer === 'object' && answer !== null;
  if (!isObject || !('object' in answer || 'error' in answer))
    throw new Error('The answer is no object of Stripe');
  return answer;
}
