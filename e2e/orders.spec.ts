// What follows a payment, with two people in two browsers.
import { type Locator, type Page, expect } from '@playwright/test';

import { listProducts } from '#contract/products.ts';
import { cancelOrder, passDay } from '#contract/orders-actions.ts';
import { getOrder } from '#contract/orders.ts';

import { cards, fillCard, payButton } from './card-form.ts';
import { boxOf, demo, drawPicture, fillPhone, signInAs, signUpAs, unique } from './journey.ts';
import {
  anotherBrowser,
  choose,
  confirm,
  dialog,
  expectReady,
  paidOrder,
  photos,
  standing,
  untilClosed,
} from './order-page.ts';
import { expectAccessible, expectNoAxeFindings } from './page-checks.ts';
import { expectStored } from './stored-drafts.ts';
import { test } from './test.ts';

async function listByHand(page: Page, model: string): Promise<void> {
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, model);
  await expect(page.getByText('You get $398.98 after the fee')).toBeVisible();
  const photo = { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() };
  await page.getByLabel('Photo').setInputFiles(photo);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
}

async function buyByHand(page: Page, model: string): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(model)}`);
  await page.getByRole('button', { name: `Book Now, ${model}` }).click();
  await page.getByLabel('Meeting location').fill('Gulshan 2');
  await page.getByLabel('Phone number').fill('01811000000');
  await dialog(page).getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('link', { name: `TO Pay for ${model}` }).click();
  await fillCard(page, cards.good);
  await payButton(page).click();
  await page.getByRole('link', { name: 'Open the order' }).click();
  await expect(page.getByRole('heading', { name: `Order of ${model}` })).toBeVisible();
}

test('two people deal: listed, booked, paid, handed over by the code, and completed', async ({
  page: buying,
  browser,
}) => {
  test.slow();
  const model = unique('Pixel');
  const selling = await anotherBrowser(browser);
  const seller = await signUpAs(selling, { kind: 'Seller' });
  await listByHand(selling, model);
  const buyer = await signUpAs(buying, { kind: 'Buyer' });
  await buyByHand(buying, model);
  // Each sees the other one's contact details.
  await expect(buying.getByRole('region', { name: 'The seller' })).toContainText(seller.name);
  await expect(buying.getByRole('link', { name: '01711000000' })).toHaveAttribute('href', 'tel:01711000000');
  // First what to check with the phone in hand, then the code.
  const topOf = async (name: string) => (await boxOf(buying.getByRole('region', { name, exact: true }))).y;
  expect(await topOf('Check the phone')).toBeLessThan(await topOf('Your hand-over code'));
  await buying.getByLabel('All cameras take sharp pictures').check();
  await expect(buying.getByText('1 of 6')).toBeVisible();
  await selling.goto('/dashboard/my-sales');
  const sale = selling.getByRole('row').filter({ hasText: model });
  await expect(sale).toContainText(`To ${buyer.name}`);
  await expect(sale).toContainText('Your turn');
  await sale.getByRole('link', { name: `Open the order of ${model}` }).click();
  await expect(selling.getByRole('link', { name: '01811000000' })).toBeVisible();
  await expect(selling.getByText('You get')).toBeVisible();

  // A wrong code costs a try; the right one comes from the camera.
  const digits = buying.getByText(/^\d{6}$/);
  const code = await digits.innerText();
  await expect(buying.getByText(code.split('').join(' '), { exact: true })).toBeAttached();
  await expect(
    buying.getByRole('img', { name: `QR code for the seller’s camera, with the code ${code}` }),
  ).toBeVisible();
  // Printed for a meeting without a phone, and without buttons.
  await buying.emulateMedia({ media: 'print' });
  // Checked once, without waiting: printing does not wait for the end of a transition.
  expect(await buying.getByRole('link', { name: 'My Orders' }).isVisible()).toBe(false);
  await expect(buying.getByRole('img', { name: /^QR code/ })).toBeVisible();
  // If a page break is within a grid row, Chromium leaves gaps or prints the next row over it.
  expect(await layoutsAround(buying.getByRole('listitem').filter({ hasText: 'It charges' }))).toEqual([
    'block',
  ]);
  await expect(buying.getByRole('button', { name: 'Get a new code' })).toBeHidden();
  // The date, but not how long it is until then.
  await expect(standing(buying).getByText(/^Until \d.*If nothing happens by then/)).toBeVisible();
  await expect(standing(buying).getByText(/left\)$/)).toBeHidden();
  await expect(buying.getByRole('contentinfo')).toBeHidden();
  await expect(buying.getByRole('button', { name: 'Send the mail again' })).toBeHidden();
  await buying.emulateMedia({ media: 'screen' });
  const order = await buyer.call(getOrder, {
    params: { _id: new URL(buying.url()).pathname.split('/').at(-1) ?? '' },
  });
  // The content of the QR code; its drawing is tested separately.
  const address = order.code?.address ?? '';
  expect(address).toMatch(new RegExp(`#code=${code}$`));
  await selling.getByLabel('Code', { exact: true }).fill(code === '000000' ? '111111' : '000000');
  await selling.getByRole('button', { name: 'Hand over' }).click();
  await expect(selling.getByRole('alert')).toContainText('This is not the code.');
  await expect(selling.getByRole('alert')).toContainText('4 tries');
  const typed = selling.getByLabel('Code', { exact: true });
  await expect(typed).toHaveAttribute('aria-invalid', 'true');
  await expect(typed).toHaveAccessibleDescription(/^This is not the code\./);
  await typed.fill('12345');
  await expect(selling.getByRole('alert')).toHaveCount(0);
  // Said once the next code is complete, not while it is typed.
  await expect(typed).toHaveAccessibleDescription('');
  await typed.blur();
  await expect(typed).toHaveAccessibleDescription('The code has six digits');
  await typed.fill('123456');
  await expect(typed).toHaveAccessibleDescription('');
  const screen = selling.viewportSize();
  await selling.setViewportSize({ width: 360, height: 400 });
  await selling.goto(address);
  await expect(selling.getByLabel('Code', { exact: true })).toHaveValue(code);
  await expectNoAxeFindings(selling);
  await selling.getByRole('button', { name: 'Hand over' }).click();
  // The words that the seller waits for, on the screen of the phone that has scanned the code.
  const handedOver = standing(selling).getByRole('heading', { name: 'Handed over' });
  await expect(handedOver).toBeInViewport();
  if (screen !== null) await selling.setViewportSize(screen);

  // The buyer's page is updated automatically.
  await expect(standing(buying).getByRole('heading')).toHaveText('Handed over');
  await expect(digits).toHaveCount(0);
  await choose(buying, 'Everything is fine');
  await confirm(buying, 'Everything is fine');
  await expect(standing(buying).getByRole('heading')).toHaveText('Completed');
  await expect(standing(selling).getByRole('heading')).toHaveText('Completed');
  await expect(selling.getByRole('list', { name: 'Timeline' })).toContainText(`By ${buyer.name}`);
  await selling.getByRole('link', { name: `Receipt for ${model}` }).click();
  await expect(selling.getByRole('article', { name: 'Receipt' })).toContainText('You get');
  const sheets = (await selling.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await buying.goto('/dashboard');
  const row = buying.getByRole('row').filter({ hasText: model });
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();
  await expect(row).toContainText('Completed');
  await selling.context().close();
});

test('the seller cancels: what the buyer was writing stays, and the phone can be listed again', async ({
  page,
  browser,
}) => {
  const { orderId, seller, model } = await paidOrder(page);
  await page.goto('/dashboard');
  const order = page.getByRole('row').filter({ hasText: model });
  // An open order cannot be removed from the list.
  await expect(order.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await order.getByRole('link', { name: `Open the order of ${model}` }).click();
  await choose(page, 'Ask to cancel');
  await dialog(page).getByLabel('Why').fill('I have found another one.');
  await seller.call(cancelOrder, { params: { _id: orderId }, body: { reason: 'It fell into the water.' } });
  await confirm(page, 'Ask to cancel');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This is not possible. The order is now: Cancelled.',
  );
  await expect(dialog(page).getByLabel('Why')).toHaveValue('I have found another one.');
  await page.keyboard.press('Escape');
  await expect(standing(page)).toContainText('Cancelled');
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('It fell into the water.');
  await expect(page.getByRole('region', { name: 'What you can do' })).toHaveCount(0);

  const selling = await anotherBrowser(browser);
  await signInAs(selling, seller);
  await selling.goto(`/dashboard/order/${orderId}`);
  await choose(selling, 'List it again');
  await confirm(selling, 'List it again');
  await selling.getByRole('link', { name: `See the new listing of ${model}` }).click();
  await expect(selling.getByRole('heading', { name: model })).toBeVisible();
  const own = await seller.call(listProducts, { query: { email: seller.email } });
  expect(own.map(({ state }) => state).toSorted()).toEqual(['live', 'withdrawn']);
  await selling.context().close();
});

test('the buyer asks to cancel, the seller objects, and an admin decides', async ({ page, browser }) => {
  const { orderId, seller, buyer, model } = await paidOrder(page);
  await page.goto(`/dashboard/order/${orderId}`);
  await choose(page, 'Ask to cancel');
  await expect(dialog(page)).toHaveAccessibleDescription(/^The seller has 24 hours to object/);
  const why = dialog(page).getByLabel('Why');
  await confirm(page, 'Ask to cancel');
  await expect(why).toBeFocused();
  await why.fill('I need the money.');
  // What was typed survives a reload.
  await expectStored(page, 'I need the money.');
  await page.reload();
  await choose(page, 'Ask to cancel');
  await expect(why).toHaveValue('I need the money.');
  await expectNoAxeFindings(page, { within: 'dialog' });
  await confirm(page, 'Ask to cancel');
  await expect(standing(page)).toContainText(`${seller.name}’s turn`);

  const selling = await anotherBrowser(browser);
  await signInAs(selling, seller);
  await selling.goto(`/dashboard/order/${orderId}`);
  await choose(selling, 'Object');
  const objecting = dialog(selling);
  await objecting.getByLabel('Why').fill('I am on my way.');
  await objecting.getByLabel('Photos (optional)').setInputFiles(await photos(2));
  await expectReady(objecting, 2);
  await expect(objecting.getByLabel('Why')).toHaveValue('I am on my way.');
  await expectNoAxeFindings(selling, { within: 'dialog' });
  await confirm(selling, 'Object');
  await expect(standing(selling)).toContainText('A problem is open');
  await expect(standing(page)).toContainText('A problem is open');
  const shown = page.getByRole('list', { name: `Photos of ${seller.name}` });
  await expect(shown.getByRole('button')).toHaveCount(2);

  const deciding = await anotherBrowser(browser);
  await signInAs(deciding, demo.admin);
  await deciding.goto('/dashboard/all-orders');
  await deciding.getByLabel('Order number, e-mail or telephone').fill(buyer.email);
  await deciding.getByRole('button', { name: 'Find', exact: true }).click();
  await deciding.getByRole('link', { name: `Open the order of ${model}` }).click();
  const said = deciding.getByRole('list', { name: 'What both sides say' });
  await expect(said).toContainText(/I need the money\..*I am on my way\./s);
  await choose(deciding, 'Decide');
  await dialog(deciding).getByLabel('The buyer gets all their money back').check();
  await dialog(deciding).getByLabel('Both sides agreed').check();
  await dialog(deciding).getByLabel('Explanation').fill('You have not met, so nobody loses anything.');
  await confirm(deciding, 'Decide');
  await expect(standing(deciding)).toContainText('Refunded');
  await expect(standing(page)).toContainText('Refunded');
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('You have not met');
  await Promise.all([selling.context().close(), deciding.context().close()]);
});

test('somebody else’s order is not found, and the page links back', async ({ page, browser }) => {
  const { orderId } = await paidOrder(page);
  const other = await anotherBrowser(browser);
  await signUpAs(other, { kind: 'Buyer' });
  await other.goto(`/dashboard/order/${orderId}`);
  await expect(other.getByText('No such order')).toBeVisible();
  await other.goto('/dashboard/order/nonsense');
  await expect(other.getByText('No such order')).toBeVisible();
  await other.getByRole('link', { name: 'See my orders' }).click();
  await expect(other.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await other.context().close();
});

test('in the demo a button moves the deadlines by a day, and an order ends after enough of them', async ({
  page,
}) => {
  const { buyer, orderId } = await paidOrder(page);
  await page.goto(`/dashboard/order/${orderId}`);
  const pass = page.getByRole('button', { name: 'One day passes' });
  const passed = page.getByRole('listitem').filter({ hasText: 'One day passed' });
  await pass.click();
  await expect(passed).toHaveCount(1);
  await expectAccessible(page);
  for (let day = 2; day <= 14; day += 1)
    await buyer.call(passDay, { params: { _id: orderId }, body: undefined });
  await page.reload();
  await expect(passed).toHaveCount(14);
  await pass.click();
  await expect(page.getByText('The order has changed: Cancelled')).toBeVisible();
  await expect(standing(page).getByRole('heading', { name: 'Cancelled' })).toBeVisible();
  // An order that has ended has no deadline left.
  await expect(pass).toBeHidden();
});

/** The layouts of the elements around this one, up to the whole content of the page. */
const layoutsAround = (inner: Locator): Promise<string[]> =>
  inner.evaluate((element) => {
    const layouts = new Set<string>();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      layouts.add(getComputedStyle(around).display);
      if (around.tagName === 'MAIN') break;
    }
    return [...layouts];
  });

test('a meeting needs no address, also if one was typed before', async ({ page }) => {
  const { orderId } = await paidOrder(page);
  await page.goto(`/dashboard/order/${orderId}`);
  await choose(page, 'Change the delivery');
  await confirm(page, 'Change the delivery');
  await untilClosed(page);
  await choose(page, 'Change the delivery');
  await dialog(page).getByLabel('Have it sent to an address').check();
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill('A street '.repeat(50));
  await confirm(page, 'Change the delivery');
  await expect(dialog(page).getByRole('textbox', { name: 'Address' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await dialog(page).getByLabel('Meet the seller').check();
  await confirm(page, 'Change the delivery');
  await untilClosed(page);
});
