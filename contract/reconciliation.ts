/** The comparison of the ledger with the card processor's own books: what differs, why, and what an admin can do. */
import * as z from 'zod/mini';

import { admin, withFreshSession } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import {
  type DifferenceAction,
  differenceActions,
  differenceReasonNames,
  longestExplanation,
} from './reconciliation-words.ts';
import { Inserted, Modified, notAcknowledged } from './replies.ts';
import { Text } from './text.ts';

/** One comparison of the ledger with the processor. */
export const Reconciliation = z.object({
  _id: z.string(),
  startedAt: z.string(),
  /** Null while it runs. */
  endedAt: z.nullable(z.string()),
  /** Why it could not be finished. */
  failure: z.nullable(z.string()),
  /** Who requested it; null for the nightly one. */
  requestedBy: z.nullable(z.string()),
  /** How many movements of the processor were new. */
  movements: z.number(),
  /** What the processor holds according to the ledger, and according to its own balance; null if it did not finish. */
  ledgerCents: z.nullable(z.number()),
  processorCents: z.nullable(z.number()),
  /** How many differences were open when it ended, including explained ones. */
  differences: z.nullable(z.number()),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** A movement of money on which the ledger and the processor do not agree. */
export const LedgerDifference = z.object({
  _id: z.string(),
  /** The event's key in the ledger, such as `refund:re_1`. */
  key: z.string(),
  reason: z.enum(differenceReasonNames),
  /** What an admin can do about it. */
  actions: z.array(z.enum(differenceActions)),
  /** The change of the balance at the processor, and of the ledger's account for it. */
  processorCents: z.number(),
  ledgerCents: z.number(),
  happenedAt: z.string(),
  foundAt: z.string(),
  /** Whether it is older than its reason allows. */
  isOverdue: z.boolean(),
  /** The processor's id of the payment intent. */
  transactionId: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  explainedBy: z.nullable(z.string()),
  /** Null while there is a difference. */
  closedAt: z.nullable(z.string()),
});
export type LedgerDifference = z.infer<typeof LedgerDifference>;

/** What an admin saw of a difference when they began to explain it. */
export const SeenDifference = z.object({
  explanation: z.nullable(z.string()),
  processorCents: z.int(),
  ledgerCents: z.int(),
});
export type SeenDifference = z.infer<typeof SeenDifference>;

export const reconciliationErrors = {
  'reconciliation.running': [409, 'The ledger is already being compared with the card processor.'],
  'reconciliation.difference-not-found': [404, 'There is no such difference.'],
  'reconciliation.not-possible': [
    409,
    'This difference cannot be changed in that way. Reload the page to see how it stands.',
  ],
  'reconciliation.explained-meanwhile': [
    409,
    'Another admin has explained this difference meanwhile. Your explanation was not saved.',
  ],
  'reconciliation.amounts-changed': [
    409,
    'The amounts have changed meanwhile. Your explanation was not saved.',
  ],
} as const satisfies ErrorTable;

export const listReconciliations = endpoint({
  method: 'GET',
  path: '/reconciliations',
  summary: 'Comparisons of the ledger with the card processor, newest first',
  access: admin,
  query: z.object(pageQuery),
  reply: z.array(Reconciliation),
  paged: true,
});

export const startReconciliation = endpoint({
  method: 'POST',
  path: '/reconciliations',
  summary: 'Compare the ledger with the card processor now; 409 while a comparison is running',
  access: admin,
  reply: Inserted,
  errors: reconciliationErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(10, 60),
});

/** `overdue`: those that are older than their reason allows. */
export const differenceLists = ['open', 'overdue', 'explained', 'closed'] as const;

export const listDifferences = endpoint({
  method: 'GET',
  path: '/ledgerDifferences',
  summary: 'What the ledger and the card processor do not agree on, newest first',
  access: admin,
  query: z.object({
    ...pageQuery,
    show: z._default(z.enum(differenceLists, 'show is open, overdue, explained or closed'), 'open'),
  }),
  reply: z.array(LedgerDifference),
  paged: true,
});

const act = <const Action extends DifferenceAction>(action: Action, summary: string) =>
  ({
    method: 'POST',
    path: `/ledgerDifferences/:_id/${action}`,
    summary,
    access: admin,
    params: ById,
    reply: Modified,
    errors: reconciliationErrors,
    refusal: notAcknowledged,
    rateLimit: perPerson(60, 60),
  }) as const;

export const processDifference = endpoint(
  act('process', 'Ask the processor about it again and bring the ledger in line; 0 where it still differs'),
);

export const recordDifference = endpoint({
  ...act(
    'record',
    'Record a movement of the processor’s own account as its cost or gain; 0 where it is closed',
  ),
  access: withFreshSession(admin),
});

export const explainDifference = endpoint({
  ...act('explain', 'Say why the two differ for good; 0 where it is closed'),
  access: withFreshSession(admin),
  body: z.object({
    explanation: Text('The explanation', 'Please say why the two differ', longestExplanation),
    /** If it has changed since, the explanation is refused instead of replacing what was not seen. */
    seen: z.optional(SeenDifference),
  }),
});
