/** The mail to an address, complete: for tests that expect no other one. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#db/tables/mails.ts';

import { mailsTo, type SentMail } from './mailbox.ts';
import type { Market } from './market.ts';

/** Every mail to an address, once none to it is queued any more. Mail that an event still has to cause is not waited for. */
export async function allMailsTo({ address, services: { db } }: Market, email: string): Promise<SentMail[]> {
  const queued = () => db.select({ id: mails.id }).from(mails).where(eq(mails.recipient, email));
  await expect.poll(queued).toEqual([]);
  return mailsTo(address, email);
}
