/** The card form as buyers use it, with the processor's test cards. */
import type { Locator, Page } from '@playwright/test';

import { type Member, newPerson, newPhone } from './journey.ts';
import { book } from './trade.ts';

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  challenged: '4000 0025 0000 3155',
} as const;

/** Makes this buyer hold a phone of a new seller. */
export async function holdPhone(buyer: Member) {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  return { ...phone, bookingId: await book(buyer, phone._id), seller };
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
}

export const payButton = (page: Page): Locator => page.getByRole('button', { name: 'Pay', exact: true });

/** The bank's page of the 3-D Secure card. */
export const challenge = (page: Page) => page.frameLocator('iframe[title="3D Secure"]');
