import type { Mount } from '#sandbox/program.ts';
import { stripeSandbox } from './sandbox.ts';

export const defaultPort = 4242;

/** The Stripe stand-in as a separate program. */
export const mount: Mount = async (app, { pool, port, env }) => {
  const {
    PUBLIC_URL: publicUrl = `http://localhost:${port}`,
    WEBHOOK_URL: webhookUrl = 'http://localhost:3000/api/webhooks/stripe',
    STRIPE_WEBHOOK_SECRET: webhookSecret = 'whsec_sandbox',
    CONNECT_WEBHOOK_URL: connectWebhookUrl = 'http://localhost:3000/api/webhooks/stripe/connect',
    STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret = 'whsec_connect_sandbox',
    STRIPE_SECRET_KEY: secretKey = 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: publishableKey = 'pk_test_sandbox',
  } = env;
  await app.register(
    stripeSandbox({
      pool,
      publicUrl,
      mountPath: '',
      webhookUrl,
      webhookSecret,
      connectWebhookUrl,
      connectWebhookSecret,
      secretKey,
      publishableKey,
      log: app.log,
    }),
  );
  return `Stripe sandbox: ${publicUrl}/v1, script ${publicUrl}/v3, webhooks to ${webhookUrl}`;
};
