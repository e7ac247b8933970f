// The Stripe stand-in as a program of its own: npm run sandbox:stripe
import Fastify from 'fastify';
import pg from 'pg';
import { stripeSandbox } from './sandbox.ts';

const {
  DATABASE_URL: connectionString,
  HOST: host = '127.0.0.1',
  PORT: port = '4242',
  PUBLIC_URL: publicUrl = `http://localhost:${port}`,
  WEBHOOK_URL: webhookUrl = 'http://localhost:3000/api/webhooks/stripe',
  STRIPE_WEBHOOK_SECRET: webhookSecret = 'whsec_sandbox',
  STRIPE_SECRET_KEY: secretKey = 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: publishableKey = 'pk_test_sandbox',
} = process.env;

if (connectionString === undefined) {
  console.error(
    'The Stripe sandbox keeps its state in PostgreSQL. Say where, for example:\n' +
      '  DATABASE_URL=postgres://user:password@localhost:5432/sandbox npm run sandbox:stripe',
  );
  process.exit(1);
}

const app = Fastify({ logger: true });
const pool = new pg.Pool({ connectionString });
pool.on('error', (error) => app.log.error({ error }, 'lost a connection to the database'));
await app.register(
  stripeSandbox({
    pool,
    publicUrl,
    mountPath: '',
    webhookUrl,
    webhookSecret,
    secretKey,
    publishableKey,
    log: app.log,
  }),
);
app.addHook('onClose', () => pool.end());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close());
await app.listen({ host, port: Number(port) });
console.log(`Stripe sandbox: ${publicUrl}/v1, script ${publicUrl}/v3, webhooks to ${webhookUrl}`);
