// Signing in in Google's window.
import { createServer } from 'node:http';
import { type Page, expect } from '@playwright/test';

import { logIn, logOut, newPerson, unique } from './journey.ts';
import { test } from './test.ts';

const emailFor = (name: string): string => `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;

/** Completes Google’s window as a person of this name. */
async function continueWithGoogle(
  page: Page,
  name: string,
  whileChoosing: () => Promise<void> = async () => undefined,
): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
  const popup = await opened;
  await popup.getByLabel('E-mail').fill(emailFor(name));
  await popup.getByLabel('Name').fill(name);
  await whileChoosing();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await closed;
}

test('Google’s window closes itself; a newcomer is asked once for the kind of account, and then known on both pages', async ({
  page,
}) => {
  const name = unique('Gita');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/signup');
  await continueWithGoogle(page, name);
  const next = page.getByRole('heading', { name: 'Finish your sign up' });
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport();
  await expect(page.getByLabel('Name')).toHaveValue(name);
  // A person who leaves here reads so on the next login page, and continues from there.
  await page.goto('/');
  await page.getByRole('link', { name: 'Sell your phone' }).click();
  await expect(page.getByText('This page is for sellers')).toBeVisible();
  await page.getByRole('link', { name: 'Finish sign up' }).click();
  await page.getByLabel('Seller').check();
  await page.getByRole('button', { name: 'Finish sign up' }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/addProduct');
  await expect(page.getByLabel('Model')).toBeVisible();
  for (const address of ['/signup', '/login']) {
    await logOut(page);
    await page.goto(address);
    await continueWithGoogle(page, name);
    await expect(page.getByText('Login Successfully')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test('a Google window that the browser cuts off from its opener still signs in', async ({
  page,
  context,
}) => {
  // Google’s own pages may have another opener policy than ours: from then on the window looks closed.
  const strict = createServer((request, response) => {
    const next = new URL(request.url ?? '', 'http://localhost').searchParams.get('next') ?? '';
    response.setHeader('cross-origin-opener-policy', 'same-origin').setHeader('content-type', 'text/html');
    response.end(`<meta http-equiv="refresh" content="0;url=${next.replaceAll('&', '&amp;')}">`);
  });
  await new Promise<void>((resolve) => strict.listen(0, resolve));
  const { port } = Object(strict.address());
  await context.route(
    /sandbox\/google\/auth\?/,
    (route) => {
      const location = `http://localhost:${port}/?next=${encodeURIComponent(route.request().url())}`;
      return route.fulfill({ status: 302, headers: { location } });
    },
    { times: 1 },
  );
  await page.clock.install();
  await page.goto('/login');
  // What a browser with windows reports while the person uses the other one.
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
  const name = unique('Gita');
  await continueWithGoogle(page, name, () => page.clock.runFor('01:00'));
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByLabel('Seller').check();
  await page.getByRole('button', { name: 'Finish sign up' }).click();
  await expect(page).toHaveURL('/dashboard/addProduct');
  strict.close();
});

test('closing Google’s window, or cancelling there, does not sign in', async ({ page, context }) => {
  const blocked: string[] = [];
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await page.goto('/login');
  const openGoogle = async (): Promise<Page> => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
    return opened;
  };
  await (await openGoogle()).close();
  await expect(page.getByRole('alert')).toContainText('closed before the end');
  await (await openGoogle()).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('cancelled. Nothing has changed');
  expect(blocked).toEqual([]);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a Google window ends with the login page that opened it', async ({ page }) => {
  const member = await newPerson({ kind: 'Buyer' });
  await page.goto('/login');
  for (const leave of [() => page.getByRole('link', { name: 'Blog' }).click(), () => logIn(page, member)]) {
    await page.getByRole('link', { name: 'Login' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
    const popup = await opened;
    await expect(popup.getByLabel('E-mail')).toBeVisible();
    const closed = popup.waitForEvent('close');
    await leave();
    await closed;
  }
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
});
