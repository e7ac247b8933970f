/** Transfers to sellers that the processor could not reverse: what an admin sees and does. */
import * as z from 'zod/mini';

import { admin, withFreshSession } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { payoutErrors } from './payouts.ts';
import { Modified, notAcknowledged } from './replies.ts';

/** Why a transfer was to be reversed. */
const reversalCauses = ['bank', 'debt'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** Each cause in words for admins. */
export const reversalCauseWords: Readonly<Record<ReversalCause, string>> = {
  bank: 'The seller’s bank did not take the payout. The money is in their account at the card processor.',
  debt: 'The sale’s money went back to its buyer after the payout, or its order was opened again. Later sales of the seller settle it.',
};

export const RefusedReversal = z.object({
  _id: z.string(),
  cause: z.enum(reversalCauses),
  seller: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  amountCents: z.number(),
  orderId: z.nullable(z.string()),
  transferId: z.nullable(z.string()),
  /** The processor's reason. */
  reason: z.nullable(z.string()),
  refusedAt: z.string(),
});
export type RefusedReversal = z.infer<typeof RefusedReversal>;

export const listRefusedReversals = endpoint({
  method: 'GET',
  path: '/payouts/reversals',
  summary: 'Transfers that the processor did not take back and that are still missing, newest first',
  access: admin,
  query: z.object(pageQuery),
  reply: z.array(RefusedReversal),
  paged: true,
});

export const retryReversal = endpoint({
  method: 'POST',
  path: '/payouts/reversals/:_id/retry',
  summary: 'Ask the processor again to take a transfer back; 0 where nothing is missing any more',
  access: withFreshSession(admin),
  params: ById,
  reply: Modified,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});
