import { type APIRequestContext, expect } from '@playwright/test';
import sharp from 'sharp';

import { moveProduct } from '#contract/products-edit.ts';
import { removeProduct } from '#contract/products.ts';
import { changeUser } from '#contract/users.ts';

import { type Member, newPerson, newPhone, ownCategory, signUpAs, unique } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { book, pay } from './trade.ts';
import { test } from './test.ts';

const fullFacts = {
  storageGb: 256,
  colour: 'blue',
  networkLock: 'unlocked',
  batteryHealth: 87,
  accessories: ['box', 'cable'],
  description: 'One owner.\nAlways in a case.',
} as const;

/** A phone with three photos and all facts. */
async function fullPhone(seller: Member, model = unique('Pixel')) {
  const photos = [];
  for (let count = 0; count < 3; count += 1) photos.push(await seller.uploadPicture());
  const facts = { ...fullFacts, accessories: [...fullFacts.accessories] };
  const phone = await newPhone(seller, { ...facts, model, image: photos[0] ?? '', photos });
  return { ...phone, photos };
}

test('a phone’s page tells everything its seller said, is shared where the system has no sharing of its own, and leads back to the category', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await fullPhone(seller);
  await page.goto(`/category/${phone.categoryId}`);
  await page.getByRole('link', { name: phone.model, exact: true }).click();
  await expect(page).toHaveURL(`/product/${phone._id}`);
  await expect(page.getByRole('heading', { level: 1, name: phone.model })).toBeVisible();
  await expect(page).toHaveTitle(`${phone.model} · Ringback`);
  const facts = page.getByRole('main').locator('dl');
  for (const text of ['Good Condition', '256 GB', 'Blue', '87%', '2 years of use', 'Box, Cable', 'Dhaka'])
    await expect(facts).toContainText(text);
  await expect(page.getByText('You save $379.49')).toBeVisible();
  await expect(page.getByText('One owner.')).toHaveText('One owner.\nAlways in a case.');
  await expect(page.getByText('Selling here since')).toBeVisible();
  await facts.getByText('What that means').click();
  await expect(facts.getByText('no cracks')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('The address is copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  const path = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(path.getByRole('listitem')).toHaveCount(3);
  await path.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(`/category/${phone.categoryId}`);
});

test('a phone is booked from its page', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${phone._id}`);
  await page.getByRole('button', { name: `Book Now, ${phone.model}` }).click();
  const dialog = page.getByRole('dialog', { name: `Book ${phone.model}` });
  await dialog.getByLabel('Meeting location').fill('Gulshan 2');
  await dialog.getByLabel('Phone number').fill('01811000000');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page.getByText('Booking Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('a booked phone says so and cannot be booked, but reported', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await book(await newPerson({ kind: 'Buyer' }), phone._id);
  await signUpAs(page, { kind: 'Buyer' });
  const reply = await page.goto(`/product/${phone._id}`);
  expect(reply?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Booked' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Report Item, ${phone.model}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Book Now, ${phone.model}` })).toHaveCount(0);
});

test('a sold phone says so and shows phones like it', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const like = await newPhone(seller, { model: phone.model });
  const buyer = await newPerson({ kind: 'Buyer' });
  await pay(page.request, buyer, await book(buyer, phone._id));
  const reply = await page.goto(`/product/${phone._id}`);
  expect(reply?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Sold' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Report admin, ${phone.model}` })).toHaveCount(1);
  const similar = page.getByRole('list', { name: 'Similar phones' });
  await similar.getByRole('link', { name: like.model, exact: true }).click();
  await expect(page).toHaveURL(`/product/${like._id}`);
  await expect(page.getByRole('link', { name: `Book Now, ${like.model}` }).first()).toBeVisible();
});

test('whoever looks at a phone learns within a minute that it is sold', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  await page.clock.install();
  await page.goto(`/product/${phone._id}`);
  await expect(page.getByRole('link', { name: `Book Now, ${phone.model}` }).first()).toBeVisible();
  await seller.call(moveProduct, { params: { _id: phone._id }, body: { state: 'sold_elsewhere' } });
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('region', { name: 'Sold' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Book Now, ${phone.model}` })).toHaveCount(0);
});

test('removed and unknown phones, malformed addresses, unknown categories and pages of text are 404', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id } = await newPhone(seller);
  await seller.call(removeProduct, { params: { _id } });
  const unknown = ['00000000-0000-7000-8000-000000000000', 'nothing'];
  const phones = [_id, ...unknown].map((id) => `/product/${id}`);
  const categories = unknown.map((id) => `/category/${id}`);
  for (const address of [...phones, ...categories, '/about/nothing']) {
    const reply = await page.goto(address);
    expect(reply?.status(), address).toBe(404);
    await expect(page.getByRole('heading', { name: 'Somethings Went Wrong....' })).toBeVisible();
  }
});

test('the structured data describes the phone, and markup in its name stays text', async ({ page }) => {
  const model = `${unique('X')} </script><b>"&'`;
  const phone = await fullPhone(await newPerson({ kind: 'Seller' }), model);
  await page.goto(`/product/${phone._id}`);
  const address = new URL(page.url());
  const scripts = page.locator('script[type="application/ld+json"]');
  await expect(scripts).toHaveCount(2);
  const blocks = await scripts.allTextContents();
  const [product, path] = blocks.map((text) => JSON.parse(text));
  expect(product).toMatchObject({
    '@type': 'Product',
    name: model,
    url: address.href,
    offers: { price: '420.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  });
  expect(product.image).toEqual(phone.photos.map((url) => new URL(url, address).href));
  expect(path.itemListElement.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
  expect(path.itemListElement[2]).toMatchObject({ name: model, item: address.href });
  const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await content('og:title')).toBe(`${model} · Ringback`);
  expect(await content('og:url')).toBe(address.href);
  expect(await content('og:image')).toBe(new URL(phone.image, address).href);
  expect(Number(await content('og:image:width'))).toBeGreaterThan(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address.href);
  await expect(page.locator('main b')).toHaveCount(0);
  expect(await page.request.get(phone.image).then((reply) => reply.headers()['content-type'])).toBe(
    'image/jpeg',
  );
});

/** What a tag in the head that the server has written says. */
async function readHead(
  request: APIRequestContext,
  path: string,
  pattern: RegExp,
): Promise<string | undefined> {
  const [head = ''] = (await (await request.get(path)).text()).split('</head>');
  return pattern.exec(head)?.[1];
}

test('home, categories and blog name their one address', async ({ request, baseURL }) => {
  const [category] = await (await request.get('/api/category')).json();
  const addressOf = (path: string) => readHead(request, path, /<link rel="canonical" href="([^"]*)"/);
  const path = `/category/${category._id}`;
  expect(await addressOf(`${path}?sort=newest`)).toBe(`${baseURL}${path}`);
  expect(await addressOf('/home')).toBe(`${baseURL}/`);
  expect(await addressOf('/blog?from=mail')).toBe(`${baseURL}/blog`);
});

test('home, search and categories have a picture to share', async ({ request, baseURL }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { categoryId, image } = await newPhone(seller, { categoryId: await ownCategory(seller) });
  const said = (path: string, name: string) =>
    readHead(request, path, new RegExp(`<meta property="${name}" content="([^"]*)"`));
  expect(await said(`/category/${categoryId}`, 'og:image')).toBe(`${baseURL}${image}`);
  for (const path of ['/search', '/']) expect(await said(path, 'og:image')).toBe(`${baseURL}/ringback.jpg`);
  const reply = await request.get('/ringback.jpg');
  expect(reply.headers()['content-type']).toBe('image/jpeg');
  const { width, height } = await sharp(await reply.body()).metadata();
  expect(await said('/', 'og:image:width')).toBe(String(width));
  expect(await said('/', 'og:image:height')).toBe(String(height));
});

test('without scripts the page is complete: thumbnails and photos are links', async ({ browser }) => {
  const phone = await fullPhone(await newPerson({ kind: 'Seller' }));
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/product/${phone._id}`);
  await expect(page.getByRole('heading', { level: 1, name: phone.model })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  await page.getByRole('link', { name: 'Photo 3 of 3', exact: true }).click();
  await expect(page.locator('#photo-3 img')).toBeInViewport({ ratio: 0.5 });
  await expect(page.locator('#photo-3 a')).toHaveAttribute('href', phone.photos[2] ?? '');
  await context.close();
});

test('a seller whose name begins with an emoji breaks no page, and each line of a description begins at the side where its language does', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  await seller.call(changeUser, { body: { name: `👩🏽‍💻 ${seller.name}` } });
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  const description = 'هاتف ممتاز.\nThe box is here.';
  const { _id } = await newPhone(seller, { ...fullFacts, accessories: [], description });
  await page.goto(`/product/${_id}`);
  await expect(page.getByText(seller.name).first()).toBeVisible();
  // A date in words shows that the page is hydrated.
  await expect(page.getByText('today', { exact: true }).first()).toBeVisible();
  expect(failures).toEqual([]);
  // The full stop ends the line, on the left in Arabic and on the right in English.
  const ends = await page.getByText('The box is here.').evaluate((words) => {
    const text = words.firstChild ?? words;
    const boxOf = (from: number, to: number): DOMRect => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return range.getBoundingClientRect();
    };
    let start = 0;
    return (words.textContent ?? '').split('\n').map((line) => {
      const end = start + line.length;
      const side = boxOf(end - 1, end).left - boxOf(start, end).left < 1 ? 'left' : 'right';
      start = end + 1;
      return side;
    });
  });
  expect(ends).toEqual(['left', 'right']);
});

test('on paper a phone has its photo and its facts, and nothing to press', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const photos = [await seller.uploadPicture(), await seller.uploadPicture()];
  const { _id, model, categoryId } = await newPhone(seller, { image: photos[0] ?? '', photos });
  await newPhone(seller, { model, categoryId });
  const pressed = page
    .getByRole('main')
    .getByText(/^(Book Now|How buying works|Report admin|Report Item|Share)$/);
  await page.goto(`/product/${_id}`);
  await page.emulateMedia({ media: 'print' });
  const expectPaper = async (): Promise<void> => {
    await expect(page.getByRole('heading', { name: model, level: 1 })).toBeVisible();
    await expect(page.locator('.gallery img').first()).toBeVisible();
    await expect(page.getByText('$420.50').first()).toBeVisible();
    await expect(pressed.filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('.gallery').getByRole('button')).toHaveCount(0);
    await expect(page.locator('.gallery-hint')).toBeHidden();
  };
  await expectPaper();
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${_id}`);
  await expectPaper();
});

test('long words and many photos stay on the page at 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const seller = await newPerson({ kind: 'Seller' });
  const photos = [];
  for (let count = 0; count < 10; count += 1) photos.push(await seller.uploadPicture());
  const { _id } = await newPhone(seller, {
    ...fullFacts,
    accessories: [...fullFacts.accessories],
    model: `${'W'.repeat(50)}${unique('')}`,
    location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    description: 'W'.repeat(2000),
    image: photos[0] ?? '',
    photos,
  });
  await page.goto(`/product/${_id}`);
  await expect(page.locator('.gallery-thumb')).toHaveCount(10);
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
});
