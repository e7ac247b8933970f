/** Payouts by hand: an admin exports what is owed as a file, pays it by bank and confirms each line. */
import * as z from 'zod/mini';

import { admin, withFreshSession } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { payoutErrors } from './payouts.ts';
import { payoutStates } from './payouts-machine.ts';
import { Modified, notAcknowledged } from './replies.ts';
import { Text } from './text.ts';

/** Confirming that money has left needs a fresh sign-in. */
const overMoney = withFreshSession(admin);

const maxReasonLength = 200;

/** The most lines of an export. */
export const maxExportLines = 1000;

const Seller = z.object({ _id: z.string(), name: z.string(), email: z.string() });

/**
 * Why a seller's money is not paid out: they are suspended, their e-mail address is not confirmed, another payout of
 * theirs is not decided, a bank or a correction may take it back, or the processor has refused the transfer.
 */
const balanceBlocks = ['suspended', 'email', 'under-way', 'held-back', 'refused'] as const;
export type BalanceBlock = (typeof balanceBlocks)[number];

/** What a seller is owed, or owes, without what payouts have set aside. */
export const SellerBalance = z.object({
  seller: Seller,
  /** Below zero if a sale that was paid out went back to its buyer: it is subtracted from later sales. */
  cents: z.number(),
  /** Whether we know the bank account to pay to. */
  isReady: z.boolean(),
  /**
   * They can no longer give bank details: their account was deleted, or the processor has refused them. An admin pays
   * by bank.
   */
  isByHand: z.boolean(),
  /** Whether they have an account at the processor; if they are not ready, it is incomplete, or its bank refused a payout. */
  hasAccount: z.boolean(),
  /** Why nothing is paid to them now, although there is a way to pay them. */
  blockedBy: z.nullable(z.enum(balanceBlocks)),
  /** Why the processor has refused the transfer, in its words; null unless that is what blocks it. */
  refusal: z.nullable(z.string()),
});
export type SellerBalance = z.infer<typeof SellerBalance>;

/** A line of the export, which an admin pays by bank. */
export const PayoutLine = z.object({
  _id: z.string(),
  state: z.enum(payoutStates),
  seller: Seller,
  amountCents: z.number(),
  /**
   * What of it is still the seller's: less if a sale went back to its buyer since, or a bank or a correction may take
   * it back. Null once the line is decided.
   */
  coveredCents: z.nullable(z.number()),
  /** Whether its seller was suspended before the line was decided: their payouts wait. */
  isSellerSuspended: z.boolean(),
  bankEnding: z.nullable(z.string()),
  exportId: z.nullable(z.string()),
  requestedAt: z.string(),
  endedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type PayoutLine = z.infer<typeof PayoutLine>;

export const PayoutFailure = z.object({
  reason: Text('The reason', 'Why did it not arrive?', maxReasonLength),
  /** The line's state that the admin saw: "not paid" must not undo that another admin has just paid it. */
  state: z.optional(z.enum(['requested', 'paid'], 'The state is requested or paid')),
});
export type PayoutFailure = z.infer<typeof PayoutFailure>;

export const listSellerBalances = endpoint({
  method: 'GET',
  path: '/payouts/balances',
  summary: 'Sellers who are owed something that is not under way, or who owe something',
  access: admin,
  query: z.object({ ...pageQuery, show: z._default(z.enum(['owed', 'owing']), 'owed') }),
  reply: z.array(SellerBalance),
  paged: true,
});

export const listPayoutLines = endpoint({
  method: 'GET',
  path: '/payouts/lines',
  summary: 'Lines of payouts by hand, newest first',
  access: admin,
  query: z.object({ ...pageQuery, show: z._default(z.enum(['open', 'all']), 'all') }),
  reply: z.array(PayoutLine),
  paged: true,
});

export const exportPayouts = endpoint({
  method: 'POST',
  path: '/payouts/exports',
  summary: `Set aside all that is owed and can be paid by bank, at most ${maxExportLines} lines at once: each is frozen until decided`,
  access: overMoney,
  reply: z.object({ acknowledged: z.literal(true), insertedId: z.string(), lines: z.number() }),
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(10, 60),
});

export const takeOutBalance = endpoint({
  method: 'POST',
  path: '/payouts/balances/:_id/take-out',
  summary:
    'Set aside what a seller is owed who cannot say where it is to go (deleted, or refused by the processor), to be paid by bank; 0 where it is set aside already',
  access: overMoney,
  params: ById,
  reply: Modified,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const getPayoutExport = endpoint({
  method: 'GET',
  path: '/payouts/exports/:_id',
  summary: 'The lines of an export that are not decided, as a file for the bank',
  access: overMoney,
  params: ById,
  reply: z.string(),
  produces: 'text/csv',
  errors: payoutErrors,
  rateLimit: perPerson(20, 60),
});

export const confirmPayout = endpoint({
  method: 'POST',
  path: '/payouts/lines/:_id/confirm',
  summary: 'Confirm that a line was paid by bank; 0 where somebody has confirmed it already',
  access: overMoney,
  params: ById,
  reply: Modified,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const failPayout = endpoint({
  method: 'POST',
  path: '/payouts/lines/:_id/fail',
  summary: 'Say that a line did not arrive: the money is the seller’s again, who is told why',
  access: overMoney,
  params: ById,
  body: PayoutFailure,
  reply: Modified,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const cancelPayout = endpoint({
  method: 'POST',
  path: '/payouts/lines/:_id/cancel',
  summary:
    'Take back a line that was not paid: the money can be exported again, to the same account; 0 where somebody has done so already',
  access: overMoney,
  params: ById,
  reply: Modified,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});
