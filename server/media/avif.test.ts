import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { describePicture, pictureRules } from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import { users } from '#db/tables/users.ts';
import { avifQueue, makeAvif, olderAvifMaker } from './make-avif.ts';
import { renderDrawing, storeDrawing, storePicture, sweepPictures } from './service.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId, type Database } from '#server/platform/postgres/database.ts';
import { createAvifEncoder, type AvifEncoder } from '#server/platform/images/image-encoder-avif.ts';
import { createImageEncoder } from '#server/platform/images/image-encoder.ts';
import { ReadRefused } from '#server/platform/images/image-storage.ts';
import { lockWaits } from '#testing/database.ts';
import { openPictureStore } from '#testing/picture-store.ts';

const later = (hours: number) => new Date(Date.now() + hours * hourMs);
const log = { warn: () => {} };

/** An encoder whose results all have this many bytes. */
const encoderOf = (bytes: number): AvifEncoder => ({
  encode: async (_, widths) => widths.map((width) => ({ width, bytes: Buffer.alloc(bytes) })),
  close: async () => {},
});

async function seller(db: Database) {
  const id = newId();
  await writeUnpublished(db).insert(users).values({ id, name: 'Mina', email: 'mina@example.com' });
  return { id };
}

async function startMedia() {
  const { db, storage, files } = await openPictureStore();
  const draw = async (colour = 'red') =>
    storeDrawing(
      db,
      storage,
      await renderDrawing(
        `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><circle r="90" fill="${colour}"/></svg>`,
      ),
    );
  const rowOf = async (id: string) => {
    const [row] = await db.select().from(images).where(eq(images.id, id));
    return row;
  };
  const sweep = () => sweepPictures(db, storage, { references: [], now: later(25), withheldDays: 30 });
  return { db, storage, files, draw, rowOf, sweep };
}

test('an uploaded picture gets AVIF in every width, by a job of its upload', async () => {
  const { db, storage, files } = await startMedia();
  const encoder = createImageEncoder({ rules: pictureRules, log });
  const avifEncoder = createAvifEncoder({ log });
  onTestFinished(async () => {
    await Promise.all([encoder.close(), avifEncoder.close()]);
  });
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const photo = sharp({ create: { width: 1000, height: 1200, channels: 3, background: '#3a7', noise } });
  const sent: [string, object][] = [];
  const jobs = {
    enqueue: async (_: unknown, { name }: { name: string }, data: object) => void sent.push([name, data]),
  };
  const { id: ownerId } = await seller(db);
  await storePicture(db, { jobs, encoder, storage }, ownerId, () => photo.jpeg().toBuffer());
  const [row] = await db.select().from(images);
  expect(sent).toEqual([[avifQueue.name, { imageId: row?.id }]]);

  await makeAvif(db, { storage, avifEncoder }, row?.id ?? '');
  const [done] = await db.select().from(images);
  expect(done).toMatchObject({ widths: [320, 640, 960], avifWidths: [320, 640, 960] });
  const { srcset, avif } = describePicture(done ?? expect.fail());
  expect(avif).toBe(srcset.replaceAll('.webp', '.avif'));
  expect(await files()).toHaveLength(7);
  for (const width of [320, 640, 960]) {
    const [made, webp] = await Promise.all(
      ['avif', 'webp'].map((type) => storage.read(`${row?.hash}-${width}.${type}`)),
    );
    expect(made?.length).toBeLessThan(webp?.length ?? 0);
    expect(await sharp(made).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width });
  }
});

test('AVIF that is not smaller in every size is not kept, nor tried again', async () => {
  const { db, storage, files, draw, rowOf } = await startMedia();
  const { id } = await draw();
  const before = await files();
  await makeAvif(db, { storage, avifEncoder: encoderOf(1_000_000) }, id);
  expect(await rowOf(id)).toMatchObject({ avifWidths: [], avifAttempts: 1 });
  await makeAvif(db, { storage, avifEncoder: encoderOf(1) }, id);
  expect(await rowOf(id)).toMatchObject({ avifWidths: [] });
  expect(await files()).toEqual(before);
});

test('a picture that cannot be encoded is given up after three times, and shown without AVIF', async () => {
  const { db, storage, draw, rowOf } = await startMedia();
  const row = await draw();
  let asked = 0;
  const encode = async () => {
    asked += 1;
    throw new Error('no');
  };
  const tools = { storage, avifEncoder: { ...encoderOf(1), encode } };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(makeAvif(db, tools, row.id)).rejects.toThrow('no');
  }
  await makeAvif(db, tools, row.id);
  await olderAvifMaker(db, tools)(later(2));
  expect(asked).toBe(3);
  expect(describePicture((await rowOf(row.id)) ?? row)).not.toHaveProperty('avif');
});

test('an encoding that ends with the process does not count', async () => {
  const { db, storage, draw, rowOf } = await startMedia();
  const { id } = await draw();
  const avifEncoder = createAvifEncoder({ log });
  await avifEncoder.close();
  await expect(makeAvif(db, { storage, avifEncoder }, id)).rejects.toMatchObject({ reason: 'busy' });
  await olderAvifMaker(db, { storage, avifEncoder })(later(2));
  expect(await rowOf(id)).toMatchObject({ avifWidths: null, avifAttempts: 0 });
});

test('pictures without a job are converted one by one, recent ones are left to their jobs', async () => {
  const { db, storage, draw } = await startMedia();
  await draw('red');
  await draw('green');
  const count = async () => (await db.select().from(images)).filter((row) => row.avifWidths?.length).length;
  const makeOlder = olderAvifMaker(db, { storage, avifEncoder: encoderOf(1) });
  await makeOlder(later(0.5));
  expect(await count()).toBe(0);
  await makeOlder(later(2));
  expect(await count()).toBe(1);
  await makeOlder(later(2));
  expect(await count()).toBe(2);
  await makeOlder(later(2));
});

test('a picture that the storage refuses to read does not delay others', async () => {
  const { db, storage, draw, rowOf } = await startMedia();
  const refused = await draw('red');
  const { id } = await draw('green');
  const read = (name: string) => (name.startsWith(refused.hash) ? refuseToRead() : storage.read(name));
  const makeOlder = olderAvifMaker(db, { storage: { ...storage, read }, avifEncoder: encoderOf(1) });
  await expect(makeOlder(later(2))).rejects.toThrow(ReadRefused);
  await makeOlder(later(2));
  const row = await rowOf(id);
  expect(row?.avifWidths).toEqual(row?.widths);
  // After the last picture it begins again with the first, which fails here.
  await expect(makeOlder(later(2))).rejects.toThrow(ReadRefused);
});

test('a picture whose files are gone is left alone', async () => {
  const { db, storage, draw, rowOf } = await startMedia();
  const { id, hash } = await draw();
  await storage.remove(`${hash}-640.webp`);
  await makeAvif(db, { storage, avifEncoder: encoderOf(1) }, id);
  expect(await rowOf(id)).toMatchObject({ avifWidths: [], avifAttempts: 0 });
});

test('the sweep removes AVIF files as well, also those of an interrupted encoding', async () => {
  const { db, storage, files, draw, sweep } = await startMedia();
  const [red, green] = [await draw('red'), await draw('green')];
  await makeAvif(db, { storage, avifEncoder: encoderOf(1) }, red.id);
  await storage.put(`${green.hash}-320.avif`, Buffer.from('x'), 'image/avif');
  expect(await files()).toHaveLength(4 + 4 + 3 + 1);
  expect(await sweep()).toBe(2);
  expect(await files()).toEqual([]);
});

test('a picture that is swept while it is being encoded leaves no file', async () => {
  const { db, storage, files, draw, sweep } = await startMedia();
  const { id } = await draw();
  const slow = encoderOf(1);
  const encode: AvifEncoder['encode'] = async (input, widths) => {
    await sweep();
    return slow.encode(input, widths);
  };
  await makeAvif(db, { storage, avifEncoder: { ...slow, encode } }, id);
  expect(await files()).toEqual([]);
});

test('a sweep that starts while the files are being written waits, and removes them', async () => {
  const { db, storage, files, draw, sweep } = await startMedia();
  const { id } = await draw();
  let sweeping: Promise<number> | undefined;
  const put: typeof storage.put = async (...file) => {
    sweeping ??= sweep();
    await expect.poll(() => lockWaits(db), { timeout: 20_000 }).toBeGreaterThan(0);
    await storage.put(...file);
  };
  await makeAvif(db, { storage: { ...storage, put }, avifEncoder: encoderOf(1) }, id);
  expect(await sweeping).toBe(1);
  expect(await files()).toEqual([]);
});

test('a picture that returns after an interrupted removal gets its AVIF again', async () => {
  const { db, storage, draw, rowOf } = await startMedia();
  const { id } = await draw();
  await makeAvif(db, { storage, avifEncoder: encoderOf(1) }, id);
  expect(await draw()).toMatchObject({ id, avifWidths: [320, 640, 900] });
  await db.update(images).set({ state: 'removing' });
  await draw();
  expect(await rowOf(id)).toMatchObject({ state: 'stored', avifWidths: null, avifAttempts: 0 });
});

const refuseToRead = () => Promise.reject(new ReadRefused('AccessDenied'));

test('a storage that refuses to read for a while decides nothing', async () => {
  const { db, storage, draw, rowOf } = await startMedia();
  const { id } = await draw();
  const refused = { storage: { ...storage, read: refuseToRead }, avifEncoder: encoderOf(1) };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(makeAvif(db, refused, id)).rejects.toThrow(ReadRefused);
  }
  expect(await rowOf(id)).toMatchObject({ avifWidths: null });
  await makeAvif(db, { storage, avifEncoder: encoderOf(1) }, id);
  const row = await rowOf(id);
  expect(row?.avifWidths).toEqual(row?.widths);
});

test('a storage that refuses to write for a while decides nothing', async () => {
  const { db, storage, draw, rowOf } = await startMedia();
  const { id } = await draw();
  const refused = {
    storage: { ...storage, put: () => Promise.reject(new Error('AccessDenied')) },
    avifEncoder: encoderOf(1),
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(makeAvif(db, refused, id)).rejects.toThrow('AccessDenied');
  }
  await makeAvif(db, { storage, avifEncoder: encoderOf(1) }, id);
  const row = await rowOf(id);
  expect(row?.avifWidths).toEqual(row?.widths);
});
