/** Common functions of the browser journeys: signed-in people and phones to sell. */
import { randomBytes } from 'node:crypto';

import {
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  type Page,
  expect,
  request,
  test,
} from '@playwright/test';
import sharp from 'sharp';

import { getAccessToken, signIn, signUp } from '#contract/auth.ts';
import type { EndpointSpec, ReplyOf } from '#contract/endpoint.ts';
import { uploadImage } from '#contract/media.ts';
import { type NewProduct, addProduct, listCategories } from '#contract/products.ts';
import { type UserType, registerUser } from '#contract/users.ts';
import { writeSession } from '#web/platform/access-token.ts';
import { type InputArgs, call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** The demo's three people. */
export const demo = {
  admin: { email: 'admin@example.com', password: 'Admin1234' },
  seller: { email: 'seller@example.com', password: 'Seller1234' },
  buyer: { email: 'buyer@example.com', password: 'Buyer1234' },
} as const satisfies Record<string, Account>;

/** Somebody signed in over HTTP: `await mina.call(listProducts, { query: { email: mina.email } })`. */
export interface Member extends Account {
  readonly id: string;
  readonly name: string;
  readonly photoUrl: string;
  readonly accessToken: string;
  readonly call: <const E extends EndpointSpec>(endpoint: E, ...input: InputArgs<E>) => Promise<ReplyOf<E>>;
  readonly uploadPicture: () => Promise<string>;
}

/** A name that no other test has, so that tests can run in parallel in one database. */
export function unique(word: string): string {
  count += 1;
  return `${word} ${Date.now().toString(36)}${test.info().workerIndex}${count}`;
}
let count = 0;

/** A new person with a finished sign-up, signed in on this page. */
export async function signUpAs(page: Page, { kind }: { kind: UserType }): Promise<Member> {
  const member = await newMember(page.request, { kind });
  await openSession(page, member);
  return member;
}

/** An existing person, signed in on this page. */
export async function signInAs(page: Page, account: Account): Promise<Member> {
  const member = await enter(page.request, account);
  await openSession(page, member);
  return member;
}

/** A new person without a browser, for example the other side of a deal. */
export const newPerson = async (person: NewMember): Promise<Member> => newMember(await newContext(), person);

/** An existing person without a browser. */
export const apiAs = async (account: Account): Promise<Member> => enter(await newContext(), account);

/** A phone for sale, with a unique picture. */
export async function newPhone(seller: Member, changes: Partial<NewProduct> = {}) {
  const [category] = await seller.call(listCategories);
  const phone = {
    image: changes.image ?? (await seller.uploadPicture()),
    model: unique('Pixel'),
    categoryId: category?._id ?? '',
    phone: '01711000000',
    condition: 'Good Condition' as const,
    location: 'Dhaka',
    buy: 799.99,
    sell: 420.5,
    useYear: '2',
    ...changes,
  };
  const { insertedId } = await seller.call(addProduct, { body: { email: seller.email, ...phone } });
  return { ...phone, _id: insertedId };
}

/**
 * A category that no other test running at the same time lists phones in: for lists that others would disturb, and for
 * many phones, which would disturb the others.
 */
export async function ownCategory(seller: Member): Promise<string> {
  const categories = await seller.call(listCategories);
  const { parallelIndex, config } = test.info();
  apart += 1;
  const place = (apart * config.workers + parallelIndex) % Math.floor(categories.length / 2);
  return categories.at(-1 - place)?._id ?? '';
}
let apart = 0;

/** Fills in the spec's fields of Add Product, except for the photo. */
export async function fillPhone(page: Page, model: string): Promise<void> {
  await page.getByLabel('Category').selectOption({ label: 'Google' });
  await page.getByLabel('Model').fill(model);
  await page.getByLabel('Buying price').fill('799.99');
  await page.getByLabel('Selling price').fill('420.50');
  await page.getByLabel('Year of use').fill('2');
  await page.getByLabel('Condition').selectOption('Good Condition');
  await page.getByLabel('Phone number').fill('01711000000');
  await page.getByLabel('Location').fill('Dhaka');
}

/**
 * A picture of the size that a phone takes; each call draws a different one. Of one colour, since noise takes seconds
 * to encode.
 */
export function drawPicture(): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return sharp({ create: { width: 640, height: 800, channels: 3, background: { r, g, b } } })
    .jpeg({ chromaSubsampling: '4:4:4', quality: 100 })
    .toBuffer();
}

/**
 * An unanswered call is retried three times, with pauses of seven seconds in total, before the page shows the error.
 */
export const afterRetries = { timeout: 30_000 };

/** Where a visible part is, in CSS pixels from the window's corner. */
export async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (box === null) throw new Error(`${part} has disappeared`);
  return box;
}

interface NewMember {
  readonly kind: UserType;
  /** Absent: a unique one. */
  readonly name?: string;
}

async function newMember(
  context: APIRequestContext,
  { kind, name = unique(kind) }: NewMember,
): Promise<Member> {
  const address = unique(kind).replaceAll(' ', '-').toLowerCase();
  const account = { email: `${address}@example.com`, password: 'Str0ngPass' };
  const { user } = await call(sendBy(context), signUp, { body: { ...account, name } });
  const member = await withToken(context, account, user);
  await member.call(registerUser, { body: { name, email: account.email, userType: kind } });
  return member;
}

async function enter(context: APIRequestContext, account: Account): Promise<Member> {
  const { user } = await call(sendBy(context), signIn, { body: account });
  return withToken(context, account, user);
}

/** Signing up and signing in leave the session's cookie in the context. */
async function withToken(
  context: APIRequestContext,
  account: Account,
  { id, name, image }: ReplyOf<typeof signIn>['user'],
): Promise<Member> {
  const { accessToken } = await call(sendBy(context), getAccessToken, { query: { email: account.email } });
  const send = sendBy(context, accessToken);
  return {
    ...account,
    id,
    name,
    photoUrl: image ?? '',
    accessToken,
    call: (endpoint, ...input) => call(send, endpoint, ...input),
    uploadPicture: () => uploadPicture(context, accessToken),
  };
}

/**
 * Stores the session as a sign-in does; its cookie is in the page's cookie jar already. With the token alone, the page
 * would ask whose it is, and the answer could renew a session that the journey has just ended.
 */
async function openSession(page: Page, { id, name, email, photoUrl, accessToken }: Member): Promise<void> {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const identity = { uid: id, displayName: name, email, photoURL: photoUrl };
  writeSession(storage, identity, accessToken, Date.now());
  // The smallest document of the site: local storage belongs to its origin.
  await page.goto('/favicon.svg');
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    [...stored],
  );
}

async function uploadPicture(context: APIRequestContext, accessToken: string): Promise<string> {
  const reply = await context.post('/api/images', {
    headers: { Authorization: `Bearer ${accessToken}` },
    multipart: { image: { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() } },
  });
  return uploadImage.reply.parse(await reply.json()).data.url;
}

const newContext = (): Promise<APIRequestContext> =>
  request.newContext({ baseURL: test.info().project.use.baseURL });

/** Makes calls as the page does, through Playwright's client. */
function sendBy(context: APIRequestContext, accessToken?: string): Send {
  return async ({ method, url, headers, body }) => {
    const reply = await context.fetch(url, {
      method,
      headers: {
        ...headers,
        Origin: test.info().project.use.baseURL ?? '',
        ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
      },
      data: typeof body === 'string' ? body : undefined,
    });
    const text = await reply.text();
    return {
      status: reply.status(),
      body: text === '' ? undefined : JSON.parse(text),
      header: (name) => reply.headers()[name.toLowerCase()] ?? null,
    };
  };
}

/** Fills in the login page that is open. */
export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Logs out on the home page, which stays: a page of the dashboard would redirect to the login, and that one back. */
export async function logOut(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logout Successful')).toBeVisible();
}

/** As the server answers once the session has ended: tokens are refused, and none is issued. */
export async function endSession(page: Page, context: BrowserContext): Promise<void> {
  await context.clearCookies();
  await page.evaluate(() => {
    const [head, data] = (localStorage.getItem('accessToken') ?? '').split('.');
    localStorage.setItem('accessToken', `${head}.${data}.ended`);
  });
}

/** As in a browser in which nobody has ever signed in. */
export async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** For a page whose session has ended: it may notice that before the press, and redirect to the login by itself. */
export const pressIfThere = (button: Locator): Promise<void> =>
  button.evaluateAll((found) => {
    for (const element of found) if (element instanceof HTMLElement) element.click();
  });
