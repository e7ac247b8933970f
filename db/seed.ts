/** Fills an empty database with the demo: people, phones, advertisements, a report. */
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';

import { hourMs } from '#contract/durations.ts';
import { demoAdvertisements, type DemoPhone, demoPhones } from './demo/catalog.ts';
import { drawPhone } from './demo/draw-phone.ts';
import { drawPortrait } from './demo/draw-portrait.ts';
import { demoCityIds, demoPeople, type DemoPerson } from './demo/people.ts';
import { advertisements } from './tables/advertisements.ts';
import { accounts } from './tables/auth.ts';
import { categories, devices, products } from './tables/products.ts';
import { reports } from './tables/reports.ts';
import { settings } from './tables/settings.ts';
import { users } from './tables/users.ts';

type Database = NodePgDatabase;

/** What the demo needs from the server. */
export interface SeedTools {
  /** Stores a drawing as a picture. @returns its id and URL */
  readonly storeDrawing: (svg: string) => Promise<{ id: string; url: string }>;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly now: Date;
}

/** An arbitrary number that no other advisory lock in the database uses. */
const seedLock = 7_245_013;

/** The setting that says whether the demo's deals are still `due`, which only a running server can make, or `made`. */
export const dealsSetting = 'demo-deals';

/**
 * Fills an empty database with the demo, the same every time.
 *
 * @returns whether it was empty
 */
export async function seedDemo(db: Database, tools: SeedTools): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const [pictures, people] = await Promise.all([storePhotos(tools), preparePeople(tools)]);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    // Another process that starts simultaneously was faster.
    if (!(await isEmpty(tx))) return false;
    await insertPeople(tx, people);
    await insertPhones(tx, people, pictures, tools.now);
    await tx.insert(settings).values({ name: dealsSetting, value: 'due' });
    return true;
  });
}

type Executor = Pick<Database, 'insert' | 'select' | 'execute'>;

async function isEmpty(db: Executor): Promise<boolean> {
  const [person] = await db.select({ id: users.id }).from(users).limit(1);
  return person === undefined;
}

/**
 * The width of the demo's photos, in pixels: with it, two of the three sizes of a picture are made. The third one would
 * take a third of the time.
 */
const drawnWidth = 640;

/** Draws all pictures of the demo that {@link seedDemo} requests later. */
export async function drawDemo(draw: (svg: string) => Promise<unknown>): Promise<void> {
  const portraits = demoPeople.map(({ portrait }) => drawPortrait(portrait));
  await runThreeAtATime([...portraits, ...phoneDrawings().map(({ svg }) => svg)], draw);
}

/** Phones of one model and colour share their photos. */
function phoneDrawings(): { pictureName: string; svg: string }[] {
  const phones = [...new Map(demoPhones.map((phone) => [phone.pictureName, phone])).values()];
  return phones.flatMap(({ pictureName, spec, sides }) =>
    sides.map((side) => ({ pictureName, svg: drawPhone(spec, side, drawnWidth) })),
  );
}

/** The ids of the photos by name, in their order. */
async function storePhotos({ storeDrawing }: SeedTools): Promise<ReadonlyMap<string, readonly string[]>> {
  const drawn = await runThreeAtATime(phoneDrawings(), async ({ pictureName, svg }) => {
    const { id } = await storeDrawing(svg);
    return { pictureName, id };
  });
  const byName = Map.groupBy(drawn, ({ pictureName }) => pictureName);
  return new Map([...byName].map(([name, photos]) => [name, photos.map(({ id }) => id)]));
}

type Ready = DemoPerson & {
  readonly id: string;
  readonly joinedAt: Date;
  readonly photoUrl: string;
  readonly passwordHash: string;
};

function preparePeople({ storeDrawing, hashPassword, now }: SeedTools): Promise<Ready[]> {
  return runThreeAtATime([...demoPeople], async (person) => {
    const { url } = await storeDrawing(drawPortrait(person.portrait));
    const joinedAt = new Date(now.getTime() - person.joinedDaysAgo * 24 * hourMs);
    const id = uuidv7({ msecs: joinedAt.getTime() });
    return { ...person, id, joinedAt, photoUrl: url, passwordHash: await hashPassword(person.password) };
  });
}

/** Three at a time: two for the cores of the smallest machine while the third waits for the disk. */
async function runThreeAtATime<In, Out>(
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const queue = items.entries();
  const runNext = async () => {
    for (const [place, item] of queue) results[place] = await work(item);
  };
  await Promise.all([runNext(), runNext(), runNext()]);
  return results;
}

async function insertPeople(tx: Executor, people: readonly Ready[]): Promise<void> {
  await tx.insert(users).values(
    people.map(({ id, name, email, photoUrl, userType, isVerified, joinedAt }) => ({
      id,
      name,
      email,
      photoUrl,
      userType,
      emailVerified: true,
      createdAt: joinedAt,
      registeredAt: joinedAt,
      verifiedAt: isVerified ? new Date(joinedAt.getTime() + 24 * hourMs) : null,
    })),
  );
  await tx.insert(accounts).values(
    people.map(({ id, passwordHash }) => ({
      id: uuidv7(),
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: passwordHash,
    })),
  );
}

async function insertPhones(
  tx: Executor,
  people: readonly Ready[],
  pictures: ReadonlyMap<string, readonly string[]>,
  now: Date,
): Promise<void> {
  const catalogue = await readCatalogue(tx);
  const rows = demoPhones.map((phone) => productRow(phone, people, pictures, catalogue, now));
  await tx.insert(products).values(rows);
  const advertised = demoAdvertisements.flatMap((index) => rows[index] ?? []);
  await tx.insert(advertisements).values(advertised.map(({ id }) => ({ id: uuidv7(), productId: id })));
  const reporter = people.find(({ userType }) => userType === 'Buyer');
  const reported = rows.findLast(({ sellerId }) =>
    people.some(({ id, isVerified }) => id === sellerId && !isVerified),
  );
  if (reporter === undefined || reported === undefined) return;
  await tx.insert(reports).values({
    id: uuidv7(),
    productId: reported.id,
    reporterId: reporter.id,
    problem: 'The seller asked me to pay outside of Ringback.',
  });
}

type Catalogue = {
  readonly categoryIds: ReadonlyMap<string, string>;
  readonly deviceIds: ReadonlyMap<string, string>;
};

async function readCatalogue(tx: Executor): Promise<Catalogue> {
  const makers = await tx.select({ id: categories.id, name: categories.name }).from(categories);
  const models = await tx.select({ id: devices.id, slug: devices.slug }).from(devices);
  return {
    categoryIds: new Map(makers.map(({ id, name }) => [name, id])),
    deviceIds: new Map(models.map(({ id, slug }) => [slug, id])),
  };
}

function productRow(
  phone: DemoPhone,
  people: readonly Ready[],
  pictures: ReadonlyMap<string, readonly string[]>,
  { categoryIds, deviceIds }: Catalogue,
  now: Date,
): typeof products.$inferInsert {
  const createdAt = new Date(now.getTime() - phone.listedHoursAgo * hourMs);
  const seller = people[phone.seller];
  const [imageId, ...morePhotoIds] = pictures.get(phone.pictureName) ?? [];
  const categoryId = categoryIds.get(phone.maker);
  const { deviceSlug, accessories, ...facts } = phone.facts;
  const deviceId = deviceSlug === undefined ? undefined : deviceIds.get(deviceSlug);
  if (seller === undefined || imageId === undefined || categoryId === undefined) {
    throw new Error(`The demo's ${phone.model} lacks its seller, picture or maker`);
  }
  if (deviceSlug !== undefined && deviceId === undefined) throw new Error(`There is no device ${deviceSlug}`);
  return {
    id: uuidv7({ msecs: createdAt.getTime() }),
    sellerId: seller.id,
    categoryId,
    imageId,
    morePhotoIds,
    deviceId,
    createdAt,
    ...facts,
    accessories: [...accessories],
    model: phone.model,
    phone: seller.phone,
    condition: phone.condition,
    location: phone.location,
    cityId: demoCityIds.get(phone.location),
    useYear: phone.useYear,
    buyCents: phone.buyCents,
    sellCents: phone.sellCents,
  };
}
