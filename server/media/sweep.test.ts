import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { pictureUrl } from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import { categories } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { referencesByUrl, renderDrawing, resolvePicture, storeDrawing, sweepPictures } from './service.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { lockWaits } from '#testing/database.ts';
import { openPictureStore } from '#testing/picture-store.ts';

const publicUrl = 'http://localhost:3000';
const references = [referencesByUrl(categories.img)];

async function startMedia() {
  const { db, storage, files } = await openPictureStore();
  const draw = async (colour: string) => {
    const root = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">';
    const svg = `${root}<rect width="200" height="100" fill="${colour}"/></svg>`;
    return storeDrawing(db, storage, await renderDrawing(svg));
  };
  const sweep = (hoursLater: number, now = new Date(Date.now() + hoursLater * hourMs)) =>
    sweepPictures(db, storage, { references, now, withheldDays: 30 });
  return { db, storage, files, draw, sweep };
}

test('a picture that belongs to nothing is swept after a day, files and all', async () => {
  const { db, files, draw, sweep } = await startMedia();
  await draw('red');
  expect(await files()).toHaveLength(2);
  expect(await sweep(23)).toBe(0);
  expect(await sweep(25)).toBe(1);
  expect(await files()).toHaveLength(0);
  expect(await db.select().from(images)).toEqual([]);
});

test('a picture in use stays, however it is referred to', async () => {
  const { db, files, draw, sweep } = await startMedia();
  const [red, green, blue] = [await draw('red'), await draw('green'), await draw('blue')];
  await writeUnpublished(db)
    .insert(users)
    .values([
      { id: newId(), name: 'A', email: 'a@example.com', photoUrl: pictureUrl(red.hash) },
      {
        id: newId(),
        name: 'B',
        email: 'b@example.com',
        photoUrl: `${publicUrl}/images/${green.hash}-200.webp`,
      },
    ]);
  await db
    .insert(categories)
    .values({ id: newId(), name: 'A maker', img: pictureUrl(blue.hash), position: 1 });
  expect(await sweep(1000)).toBe(0);
  await writeUnpublished(db).update(users).set({ photoUrl: null }).where(eq(users.email, 'a@example.com'));
  expect(await sweep(1000)).toBe(1);
  expect(await files()).toHaveLength(4);
});

test('a picture that is taken into use while the sweep runs does not vanish', async () => {
  const { db, files, draw, sweep } = await startMedia();
  const { hash } = await draw('red');
  await db.update(images).set({ touchedAt: new Date(Date.now() - 48 * hourMs) });
  let sweeping: Promise<number> = Promise.resolve(-1);
  await db.transaction(async (tx) => {
    expect(await resolvePicture(tx, pictureUrl(hash), { publicUrl })).toMatchObject({ hash });
    sweeping = sweep(0);
    // Without this wait the test would prove nothing: the sweep must be blocked by this transaction.
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0);
    await writeUnpublished(tx)
      .insert(users)
      .values({ id: newId(), name: 'A', email: 'a@example.com', photoUrl: pictureUrl(hash) });
  });
  expect(await sweeping).toBe(0);
  expect(await files()).toHaveLength(2);
});

test('a picture that the sweep has removed can no longer be used, but can be uploaded again', async () => {
  const { db, files, draw, sweep } = await startMedia();
  const { hash, id } = await draw('red');
  await db.update(images).set({ state: 'removing' });
  expect(await resolvePicture(db, pictureUrl(hash), { publicUrl })).toBeUndefined();
  expect(await draw('red')).toMatchObject({ id });
  expect(await sweep(0)).toBe(0);
  expect(await resolvePicture(db, pictureUrl(hash), { publicUrl })).toMatchObject({ id });
  expect(await files()).toHaveLength(2);
});

test('what an interrupted upload or sweep left is swept', async () => {
  const { db, files, draw, sweep } = await startMedia();
  await draw('red');
  await db.update(images).set({ state: 'removing' });
  await draw('green');
  await db.update(images).set({ state: 'pending' }).where(eq(images.state, 'stored'));
  expect(await sweep(25)).toBe(2);
  expect(await files()).toHaveLength(0);
});

test('an undeclared reference stops the sweep', async () => {
  const { db, files, draw, sweep } = await startMedia();
  const { id, hash } = await draw('red');
  await db.execute(sql`create table albums (image_id uuid references images (id))`);
  await db.execute(sql`insert into albums values (${id})`);
  expect(await sweep(25)).toBe(0);
  expect(await resolvePicture(db, pictureUrl(hash), { publicUrl })).toMatchObject({ id });
  expect(await files()).toHaveLength(2);
});

test('a file that cannot be removed does not delay the others, and is tried again', async () => {
  const { db, storage, files, draw } = await startMedia();
  const red = await draw('red');
  await draw('green');
  const remove = (name: string) =>
    name.startsWith(red.hash) ? Promise.reject(new Error('disk gone')) : storage.remove(name);
  const now = new Date(Date.now() + 25 * hourMs);
  await expect(
    sweepPictures(db, { ...storage, remove }, { references, now, withheldDays: 30 }),
  ).rejects.toThrow('1 pictures');
  expect(await files()).toHaveLength(2);
  expect(await sweepPictures(db, storage, { references, now, withheldDays: 30 })).toBe(1);
  expect(await files()).toHaveLength(0);
});

test('an address is accepted back relative or absolute, of this host only', async () => {
  const { db, draw } = await startMedia();
  const { id, hash } = await draw('red');
  const resolve = async (url: string) => (await resolvePicture(db, url, { publicUrl }))?.id;
  const own = [
    pictureUrl(hash),
    publicUrl + pictureUrl(hash),
    `http://127.0.0.1:3000/images/${hash}-200.webp`,
  ];
  for (const url of own) expect(await resolve(url)).toBe(id);
  const foreign = [`https://evil.example${pictureUrl(hash)}`, `//evil.example${pictureUrl(hash)}`];
  const wrong = [
    `http://localhost:4000${pictureUrl(hash)}`,
    pictureUrl('0'.repeat(64)),
    '',
    'data:,',
    'http://[',
  ];
  for (const url of [...foreign, ...wrong]) expect(await resolve(url)).toBeUndefined();
});
