/** The demo: stand-ins for the hosted services and people, phones and pictures to look at. Never loaded in live. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

import { pictureUrl } from '#contract/media.ts';
import { drawDemo, seedDemo } from '#db/seed.ts';
import { googleSandbox } from '#sandbox/google/sandbox.ts';
import { mailSandbox } from '#sandbox/mail/sandbox.ts';
import { stripeSandbox } from '#sandbox/stripe/sandbox.ts';
import { hashPassword } from '#server/auth/hash-password.ts';
import { renderDrawing, storeDrawing } from '#server/media/service.ts';
import type { Config } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log/log.ts';
import { findEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { declareDemoDeals, queueDemoDeals } from './demo-deals.ts';
import type { Services } from './services.ts';

/** Opens the mail stand-in. This comes first, because the mailer needs its address. */
export const openMailStandIn = (pool: pg.Pool, log: Log) => mailSandbox({ pool, log });

/** Mounts the stand-ins for the services that are not configured. */
export async function mountSandboxes(app: FastifyInstance, { config, db, log }: Services): Promise<void> {
  const pool = db.$client;
  const { publicUrl, port, stripe, google } = config;
  if (stripe.isSandbox) {
    const webhookUrl = `http://127.0.0.1:${port}/api/webhooks/stripe`;
    const connect = {
      connectWebhookUrl: `${webhookUrl}/connect`,
      // The configuration of the stand-in always has one.
      connectWebhookSecret: stripe.connectWebhookSecret ?? '',
    };
    await app.register(
      stripeSandbox({
        ...stripe,
        ...connect,
        pool,
        publicUrl,
        mountPath: '/sandbox/stripe',
        webhookUrl,
        log,
      }),
    );
  }
  if (google.isSandbox) {
    const redirectUris = callbackUris(config);
    const options = { ...google, pool, publicUrl, mountPath: '/sandbox/google', redirectUris, log };
    await app.register(await googleSandbox(options));
  }
}

const callbackUris = ({ publicUrl, port }: Config): string[] => [
  ...new Set(
    [publicUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`].map(
      (origin) => `${origin}/api/auth/callback/google`,
    ),
  ),
];

/** The people, phones and deals of the demo. */
export interface Demo {
  readonly declareDeals: typeof declareDemoDeals;
  /** Fills an empty database with the demo. @returns whether it was empty */
  readonly seedIfEmpty: (services: Services) => Promise<boolean>;
  readonly queueDeals: typeof queueDemoDeals;
}

/** If there is no database yet, the pictures are drawn on another core while it is created. */
export async function openDemo({ database, dataDir }: Config): Promise<Demo> {
  const drawn = new Map<string, ReturnType<typeof renderDrawing>>();
  const draw: typeof renderDrawing = (svg) => {
    const image = drawn.get(svg) ?? renderDrawing(svg);
    drawn.set(svg, image);
    return image;
  };
  const isFirst = database.url === undefined && (await findEmbeddedPostgres(dataDir)) === undefined;
  // Whoever requests a drawing that failed gets its error.
  if (isFirst) void drawDemo(draw).catch(() => undefined);
  return {
    declareDeals: declareDemoDeals,
    seedIfEmpty: (services) => seedIfEmpty(services, draw),
    queueDeals: queueDemoDeals,
  };
}

async function seedIfEmpty({ db, storage, clock }: Services, draw: typeof renderDrawing): Promise<boolean> {
  return seedDemo(db, {
    storeDrawing: async (svg) => {
      const picture = await storeDrawing(db, storage, await draw(svg));
      return { id: picture.id, url: pictureUrl(picture.hash) };
    },
    hashPassword,
    now: clock.now(),
  });
}
