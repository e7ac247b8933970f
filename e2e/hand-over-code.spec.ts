// The code with which the seller confirms a hand-over: scanned, typed, and refused.
import { expect } from '@playwright/test';

import { chooseDelivery, handOver } from '#contract/orders-actions.ts';
import { codeTries } from '#contract/orders-machine.ts';

import { signInAs } from './journey.ts';
import { anotherBrowser, paidOrder, standing } from './order-page.ts';
import { expectNoSideScroll } from './page-checks.ts';
import { expectNothingStored } from './stored-drafts.ts';
import { test } from './test.ts';

test('the address with the code fills it in, also by the way over the login', async ({ page }) => {
  const { orderId, seller } = await paidOrder(page);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(`/dashboard/order/${orderId}#code=012345`);
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password', { exact: true }).fill(seller.password);
  await page.getByRole('button', { name: 'Login' }).click();
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toHaveValue('012345');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);

  // A scan replaces what was typed before it, also if the same code is scanned again.
  for (const code of ['654321', '012345']) {
    await field.fill(code.slice(1));
    await page.goto(`/dashboard/order/${orderId}#code=${code}`);
    await expectNothingStored(page);
    await expect(field).toHaveValue(code);
  }
  // Pasted as people write it to each other.
  await field.fill('');
  await page.keyboard.insertText('502 844');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This is not the code. 4 tries are left.');
  // Said once: by the refusal, and after it by the form.
  const left = page.getByText('4 tries are left before a pause');
  await expect(left).toBeHidden();
  await field.fill('5');
  await expect(left).toBeVisible();
});

test('once the pause after wrong codes is over, the refusal of the last one is gone', async ({ page }) => {
  const { orderId, seller } = await paidOrder(page);
  const enterWrong = async (times: number): Promise<void> => {
    const wrong = { params: { _id: orderId }, body: { code: '000000' } };
    for (let tries = 0; tries < times; tries += 1)
      await expect(seller.call(handOver, wrong)).rejects.toThrow();
  };
  await enterWrong(codeTries.untilPause);
  // Both are there, and need not wait for an hour.
  await page.goto(`/dashboard/order/${orderId}`);
  await expect(page.getByText('You need not wait: when you have the phone, press “I have it”')).toBeVisible();
  await signInAs(page, seller);
  await page.goto(`/dashboard/order/${orderId}`);
  await expect(page.getByText('You need not wait: the buyer can press “I have it”')).toBeVisible();
  const expectGoneWithThePause = async (refusal: string): Promise<void> => {
    await page.getByLabel('Code', { exact: true }).fill('111111');
    await page.getByRole('button', { name: 'Hand over', exact: true }).click();
    await expect(page.getByText(refusal)).toBeVisible();
    await page.getByRole('button', { name: 'One day passes' }).click();
    await expect(page.getByText('The next one can be entered after')).toBeHidden();
    await expect(page.getByText(refusal)).toBeHidden();
  };
  await expectGoneWithThePause('Too many wrong codes. Please wait');
  // The code that begins the next pause.
  await enterWrong(codeTries.untilPause - 1);
  await expectGoneWithThePause('This is not the code. Please wait');
});

test('for a parcel, both sides read that the code is only for a meeting, and a seller whose connection breaks sees Handed over', async ({
  page,
  browser,
}) => {
  const { buyer, seller, orderId } = await paidOrder(page);
  const body = { delivery: 'parcel' as const, address: '12 Lake Road, Dhaka' };
  await buyer.call(chooseDelivery, { params: { _id: orderId }, body });
  await page.goto(`/dashboard/order/${orderId}`);
  const code = page.getByRole('region', { name: 'Your hand-over code' });
  await expect(code).toContainText('Not needed for a parcel, only if you meet after all.');
  await expect(page.getByText('before you show the code')).toHaveCount(0);
  const selling = await anotherBrowser(browser);
  await signInAs(selling, seller);
  await selling.goto(`/dashboard/order/${orderId}`);
  const entry = selling.getByRole('region', { name: 'Enter the buyer’s code' });
  await expect(entry).toContainText('Only if you meet after all');
  // At a meeting it is the usual way.
  await buyer.call(chooseDelivery, { params: { _id: orderId }, body: { delivery: 'meeting' } });
  await expect(entry).not.toContainText('Only if you meet after all');
  await expect(code).not.toContainText('Not needed');

  // The answer is lost, and the form goes when the page is updated.
  await selling.setViewportSize({ width: 360, height: 400 });
  await selling.route(`**/orders/${orderId}/hand-over`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await entry.getByLabel('Code', { exact: true }).fill(await page.getByText(/^\d{6}$/).innerText());
  await entry.getByRole('button', { name: 'Hand over' }).click();
  await expect(standing(selling).getByRole('heading', { name: 'Handed over' })).toBeInViewport();
});
