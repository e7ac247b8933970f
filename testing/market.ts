/** A separate marketplace for a test: the real server on a real PostgreSQL, and people who use it by HTTP. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { dayMs } from '#contract/durations.ts';
import { sessions } from '#db/tables/auth.ts';
import { images } from '#db/tables/media.ts';
import { users } from '#db/tables/users.ts';
import { pictureUrl } from '#contract/media.ts';
import { buildIfStale } from '#scripts/build.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { type Config, loadConfig } from '#server/platform/config.ts';
import { type Executor, newId } from '#server/platform/postgres/database.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Services } from '#server/services.ts';
import { type StartOptions, startServer } from '#server/start-server.ts';

import { type Caller, callerOf } from './caller.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

export interface TestPerson extends Caller {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
}

export interface Market {
  readonly address: string;
  /** Handles calls without a network and without the page cache: for tests that make thousands. */
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: TestClock;
  /** Somebody without a token. */
  readonly stranger: Caller;
  person(
    kind: 'buyer' | 'seller' | 'admin',
    changes?: Partial<typeof users.$inferInsert>,
  ): Promise<TestPerson>;
  /** Lists a phone. @returns its id */
  phone(seller: TestPerson, changes?: Record<string, unknown>): Promise<string>;
  /** Makes an unpaid booking. @returns its id */
  booking(buyer: TestPerson, productId: string): Promise<string>;
  /** Uploads a picture. @returns its URL */
  picture(): Promise<string>;
  category(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens a market. Rate limits are off and there is no demo data unless `changes` say otherwise.
 *
 * @param changes of the configuration
 * @param without what else to leave out
 */
export const openMarket = (
  changes: Partial<Config> = {},
  without: NonNullable<StartOptions['without']> = [],
): Promise<Market> => open(changes, ['demo data', 'pages', ...without]);

/** Opens a market with its pages, building them if necessary. */
export async function openMarketWithPages(changes: Partial<Config> = {}): Promise<Market> {
  await buildIfStale();
  return open(changes, ['demo data']);
}

async function open(changes: Partial<Config>, without: StartOptions['without']): Promise<Market> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-market-'));
  const clock = createTestClock();
  const config = { ...testConfig(database.url, dataDir, await freePort()), ...changes };
  const server = await startServer({ config, log: createLog('silent'), clock, without });
  const { address, app, services } = server;
  return {
    address,
    app,
    services,
    clock,
    stranger: callerOf(address),
    ...makers(address, services),
    close: async () => {
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The port is chosen before anything starts, since the public URL and the stand-ins' URLs contain it. */
function testConfig(url: string, dataDir: string, port: number): Config {
  return loadConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RATE_LIMIT_FACTOR: '0',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    // On a machine with other work to do a search may take longer than buyers would wait.
    SEARCH_TIMEOUT_MS: '30000',
  });
}

export type Makers = Pick<Market, 'person' | 'phone' | 'booking' | 'picture' | 'category'>;

/** Creates people and objects on the market that listens at `address`, in this process or another. */
export function makers(
  address: string,
  { db, tokens, clock }: Pick<Services, 'db' | 'tokens' | 'clock'>,
): Makers {
  const picture = async (): Promise<string> => {
    const hash = createHash('sha256').update(randomUUID()).digest('hex');
    await db
      .insert(images)
      .values({ id: newId(), hash, width: 640, height: 800, widths: [320, 640], shortSide: 640 });
    return pictureUrl(hash);
  };
  const category = async (): Promise<string> => {
    const { body } = await callerOf(address).get('/category');
    return body[0]._id;
  };
  return {
    picture,
    category,
    person: async (kind, changes = {}) => {
      const id = newId();
      const email = `${kind}-${id}@example.com`;
      const name = `${kind} ${id.slice(-4)}`;
      const userType = kind === 'seller' ? 'Seller' : 'Buyer';
      const role = kind === 'admin' ? 'admin' : 'user';
      const row = { id, email, name, userType, role, registeredAt: new Date(), ...changes } as const;
      await writeUnpublished(db).insert(users).values(row);
      const sessionId = await openSession(db, row.id, clock.now());
      const token = await tokens.issue({ ...row, sessionId });
      return { id, email: row.email, name: row.name, sessionId, ...callerOf(address, token) };
    },
    phone: async (seller, changes = {}) => {
      const entry = { ...newPhone, image: await picture(), categoryId: await category(), ...changes };
      return idOf(await seller.post('/products', entry));
    },
    booking: async (buyer, productId) =>
      idOf(await buyer.post('/bookedProduct', { productId, ...newBooking })),
  };
}

/** Begins a session as a sign-in at `authenticatedAt` would. @returns its id */
export async function openSession(
  db: Executor,
  userId: string,
  authenticatedAt = new Date(),
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + 30 * dayMs);
  await db.insert(sessions).values({ id, userId, token: randomUUID(), expiresAt, authenticatedAt });
  return id;
}

/** A phone's fields as a client of the spec sends them, without picture and category. */
export const newPhone = {
  model: 'Pixel 8 Pro',
  phone: '01711000000',
  condition: 'Good Condition',
  location: 'Dhaka',
  buy: 799.99,
  sell: 420.5,
  useYear: '2',
};

export const newBooking = { userLocation: 'Gulshan 2', phone: '01811000000' };

function idOf({ status, body }: { status: number; body: { insertedId?: string } }): string {
  if (status !== 200 || body.insertedId === undefined)
    throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  return body.insertedId;
}
