import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hashOfPicture } from '#contract/media.ts';
import type { Notification } from '#contract/notifications.ts';
import { images } from '#db/tables/media.ts';
import { type Caller, readPages } from '#testing/caller.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

const asked = async (asker: Caller, path: string) => (await asker.get(path)).body;
const userOf = async (person: TestPerson) => (await person.get(`/user?email=${person.email}`)).body;

test('a person reads their own record, and an admin everybody’s', async () => {
  const seller = await market.person('seller', { photoUrl: '/images/x.jpg' });
  const expected = {
    _id: seller.id,
    name: seller.name,
    email: seller.email,
    photoURL: '/images/x.jpg',
    userType: 'Seller',
    role: 'user',
    status: null,
    isRegistered: true,
    emailConfirmed: false,
    isSuspended: false,
    city: '',
    about: '',
    languages: [],
  };
  for (const reader of [seller, admin]) {
    const reply = await reader.get(`/user?email=${encodeURIComponent(seller.email.toUpperCase())}`);
    expect(reply).toMatchObject({ status: 200, body: expected });
    expect(Object.keys(reply.body).toSorted()).toEqual(Object.keys(expected).toSorted());
  }
  expect((await (await market.person('buyer')).get(`/user?email=${seller.email}`)).status).toBe(403);
  expect((await market.stranger.get(`/user?email=${seller.email}`)).status).toBe(401);
  expect((await admin.get('/user?email=nobody@example.com')).status).toBe(404);
});

test('whether somebody is an admin or a seller is visible to the person and to admins, to others it is false', async () => {
  const seller = await market.person('seller');
  const buyer = await market.person('buyer');
  const sellerPath = `/users/seller/${seller.email}`;
  const adminPath = `/users/admin/${admin.email}`;
  expect(await asked(seller, sellerPath)).toEqual({ seller: true });
  expect(await asked(admin, sellerPath)).toEqual({ seller: true });
  expect(await asked(admin, adminPath)).toEqual({ isAdmin: true });
  expect(await asked(buyer, `/users/seller/${buyer.email}`)).toEqual({ seller: false });
  expect(await asked(buyer, `/users/admin/${buyer.email}`)).toEqual({ isAdmin: false });
  for (const other of [buyer, market.stranger]) {
    expect(await asked(other, sellerPath)).toEqual({ seller: false });
    expect(await asked(other, adminPath)).toEqual({ isAdmin: false });
  }
  expect(await asked(admin, '/users/admin/nobody@example.com')).toEqual({ isAdmin: false });
});

test.each([
  ['buyer', 'Buyer'],
  ['seller', 'Seller'],
] as const)(
  'the admin’s list of every %s has each once, newest first, and no admin',
  async (kind, userType) => {
    const people = await Promise.all(Array.from({ length: 7 }, () => market.person(kind)));
    const users = (await readPages(admin, `/users?userType=${userType}&limit=3`)).flat();
    expect(new Set(users.map((user) => user.userType))).toEqual(new Set([userType]));
    const ids: string[] = users.map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(ids).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
    expect(ids).not.toContain(admin.id);
  },
);

test('a list of people of another kind is refused', async () => {
  const wrong = await admin.get('/users?userType=Admin');
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'userType', message: 'Require' }] } });
});

test('an admin verifies a seller once, and the status shows on the record and on the phones', async () => {
  const seller = await market.person('seller');
  const productId = await market.phone(seller);
  const verify = () => admin.put(`/users/admin/${seller.id}`, {});
  expect(await verify()).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } });
  expect((await verify()).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  expect(await userOf(seller)).toMatchObject({ status: 'verify' });
  const { body } = await market.stranger.get('/products?limit=100');
  expect(body.find(({ _id }: { _id: string }) => _id === productId)).toMatchObject({ status: 'verify' });
});

test('a seller is told once that they were verified, and once that this was taken back', async () => {
  const seller = await market.person('seller');
  for (const _ of [1, 2]) await admin.put(`/users/admin/${seller.id}`);
  for (const _ of [1, 2]) await admin.post(`/users/${seller.id}/unverify`);
  const { body } = await seller.get('/notifications');
  expect(body.map(({ title, link }: Notification) => [title, link?.path])).toEqual([
    ['You are no longer a verified seller', '/about/contact'],
    ['You are a verified seller now', `/person/${seller.id}`],
  ]);
});

test('a suspended seller, whose phones are hidden, reads nothing about phones for sale in such a message', async () => {
  const seller = await market.person('seller');
  await admin.put(`/users/admin/${seller.id}`);
  expect((await admin.post(`/users/${seller.id}/suspend`, { reason: 'Copied photos' })).status).toBe(200);
  expect((await admin.post(`/users/${seller.id}/unverify`)).body.modifiedCount).toBe(1);
  const { subject, text } = await mailTo(market.address, seller.email, 'no longer a verified seller');
  expect(subject).toBe('You are no longer a verified seller');
  expect(text).toContain('Your phones and your public page do not have the mark any more.');
  expect(text).not.toContain('for sale');
});

test('only sellers can be verified', async () => {
  const buyer = await market.person('buyer');
  const reply = await admin.put(`/users/admin/${buyer.id}`);
  expect(reply).toMatchObject({ status: 409, body: { acknowledged: false, code: 'users.not-a-seller' } });
});

test('completing the own record is done once, and repeating it is harmless', async () => {
  const photoURL = await market.picture();
  const person = await market.person('buyer', { registeredAt: null });
  const entry = { name: ' Mina ', email: person.email, photoURL, userType: 'Seller' };
  const first = await person.post('/users', entry);
  expect(first.body).toEqual({ acknowledged: true, insertedId: person.id });
  expect(await userOf(person)).toMatchObject({ name: 'Mina', photoURL, userType: 'Seller' });
  const again = await person.post('/users', { ...entry, name: 'Other' });
  expect(again.body).toEqual(first.body);
  expect(await userOf(person)).toMatchObject({ name: 'Mina' });
  const other = await person.post('/users', { ...entry, userType: 'Buyer' });
  expect(other).toMatchObject({ status: 409, body: { code: 'users.already-registered' } });
});

test('one of two kinds of account that are chosen at once counts', async () => {
  const person = await market.person('buyer', { registeredAt: null });
  const choose = (userType: string) => person.post('/users', { name: 'Mina', email: person.email, userType });
  const replies = await Promise.all(['Seller', 'Buyer', 'Seller', 'Buyer'].map(choose));
  const kept = replies.filter(({ status }) => status === 200);
  expect(kept).toHaveLength(2);
});

test('nobody completes somebody else’s record', async () => {
  const person = await market.person('buyer', { registeredAt: null });
  const other = await market.person('buyer', { registeredAt: null });
  const entry = { name: 'Mina', email: other.email, userType: 'Seller' };
  expect((await person.post('/users', entry)).status).toBe(403);
  // Not even with the field repeated, or with the other person's id.
  expect((await person.post('/users', { ...entry, email: [other.email] })).status).toBe(400);
  expect((await person.post('/users', { ...entry, email: other.id })).status).toBe(403);
  expect(await userOf(other)).toMatchObject({ isRegistered: false, userType: 'Buyer' });
});

test.each([
  ['name', ' ', 'Please enter your name'],
  ['name', undefined, 'Please enter your name'],
  ['email', undefined, 'Email Address is required'],
  ['userType', undefined, 'Require'],
  ['userType', 'Admin', 'Require'],
  ['photoURL', 'javascript:alert(1)', 'Please Select Photo'],
  ['photoURL', '//evil.example.com/x.png', 'Please Select Photo'],
  ['photoURL', '/\\evil.example.com/x.png', 'Please Select Photo'],
  ['photoURL', '/images/\u0000.jpg', 'Please Select Photo'],
])('a record with the %s %j is refused', async (path, value, message) => {
  const person = await market.person('buyer', { registeredAt: null });
  const entry = { name: 'Mina', email: person.email, userType: 'Buyer', [path]: value };
  const reply = await person.post('/users', entry);
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
});

test.each([
  ['relative', (path: string) => path],
  ['absolute', (path: string) => `${market.address}${path}`],
])('a %s photo address comes back as it was given', async (_, form) => {
  const person = await market.person('buyer');
  const photoURL = form(await market.picture());
  expect((await person.patch('/user', { photoURL })).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect(await userOf(person)).toMatchObject({ photoURL });
});

test.each([['https://tracker.example.com/x.png'], [`/images/${'a'.repeat(64)}.jpg`], ['/api/auth/sign-out']])(
  'the profile refuses the photo %s, which was not uploaded here',
  async (photoURL) => {
    const person = await market.person('buyer');
    const reply = await person.patch('/user', { name: 'Mina', photoURL });
    expect(reply).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'photoURL', message: 'Please Select Photo' }] },
    });
    expect(await userOf(person)).toMatchObject({ name: person.name, photoURL: '' });
  },
);

test.each([' ', '\t', '\\'])(
  'the profile refuses an uploaded photo whose address has %j in it',
  async (odd) => {
    const person = await market.person('buyer');
    const [, name = ''] = (await market.picture()).split('/images/');
    // At its ends, white space is removed.
    for (const photoURL of [`/${odd}images/${name}`, `/images${odd}/${name}`, `/images/${odd}${name}`])
      expect((await person.patch('/user', { photoURL })).status).toBe(400);
    expect(await userOf(person)).toMatchObject({ photoURL: '' });
  },
);

test('a client of the spec may name a picture that lies elsewhere', async () => {
  const person = await market.person('buyer', { registeredAt: null });
  const photoURL = 'https://pictures.example.com/mina.jpg';
  const entry = { name: 'Mina', email: person.email, photoURL, userType: 'Buyer' };
  expect((await person.post('/users', entry)).status).toBe(200);
  expect(await userOf(person)).toMatchObject({ photoURL });
});

test('the photo that a person already has can be sent again', async () => {
  const photoURL = 'https://lh3.googleusercontent.com/a/mina';
  const person = await market.person('buyer', { photoUrl: photoURL, registeredAt: null });
  const entry = { name: 'Mina', email: person.email, photoURL, userType: 'Buyer' };
  expect((await person.post('/users', entry)).status).toBe(200);
  expect((await person.patch('/user', { photoURL })).status).toBe(200);
  expect(await userOf(person)).toMatchObject({ name: 'Mina', photoURL });
});

test('a running sweep does not remove a picture that becomes a photo', async () => {
  const { db } = market.services;
  const longAgo = new Date('2020-01-01');
  const touched = async (photoURL: string) => {
    const [row] = await db
      .select()
      .from(images)
      .where(eq(images.hash, hashOfPicture(photoURL) ?? ''));
    return row?.touchedAt;
  };
  const [first, second] = [await market.picture(), await market.picture()];
  await db.update(images).set({ touchedAt: longAgo });
  const person = await market.person('buyer', { registeredAt: null });
  await person.post('/users', { name: 'M', email: person.email, photoURL: first, userType: 'Buyer' });
  expect(await touched(first)).not.toEqual(longAgo);
  expect(await touched(second)).toEqual(longAgo);
  await person.patch('/user', { photoURL: `${market.address}${second}` });
  expect(await touched(second)).not.toEqual(longAgo);
});

test('a person changes their own name, and nothing else with it', async () => {
  const person = await market.person('buyer');
  const sent = { name: 'Mina', role: 'admin', status: 'verify', userType: 'Seller', email: 'x@example.com' };
  expect((await person.patch('/user', sent)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect(await userOf(person)).toMatchObject({
    name: 'Mina',
    email: person.email,
    role: 'user',
    status: null,
    userType: 'Buyer',
  });
  expect((await person.patch('/user', {})).body).toEqual({ acknowledged: true, modifiedCount: 0 });
});
