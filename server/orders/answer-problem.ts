/** The statements of both sides about a problem. */
import type { BodyOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/orders-actions.ts';
import { possibleReasons } from '#contract/orders-problems.ts';
import { problemWords } from '#contract/orders-words.ts';
import { findPerson } from '#server/users/service.ts';
import { defineAction, refuse } from './act-on-order.ts';
import { moveOrder, passToAdmin } from './move-order.ts';
import { appendToLog, changeOrder, noOffer } from './repository.ts';
import { insertStatement } from './store-statements.ts';

export const reportProblem = defineAction<BodyOf<typeof calls.reportProblem>>(
  'report-problem',
  async (tx, services, context, { reason, text, photos }) => {
    const { order, actor } = context;
    if (!possibleReasons(order.state).includes(reason)) throw refuse('orders.wrong-reason', order, 'buyer');
    await insertStatement(tx, context, services.clock.now(), { kind: 'report', text, photos });
    const buyerHasPhone =
      order.state === 'handed_over' || (order.state === 'sent' && reason !== 'never-arrived');
    // A phone cannot be sent back to a deleted seller.
    const isWithAdmin = buyerHasPhone && (await findPerson(tx, order.sellerId)) === undefined;
    await moveOrder(tx, services, order, 'disputed', {
      actor,
      reason: `${problemWords[reason].what}: ${text}`,
      changes: {
        isWithAdmin,
        problem: reason,
        problemText: text,
        buyerHasPhone,
      },
    });
  },
);

/** The seller's answer that the buyer is wrong. It withdraws the seller's offer. */
export const refuseProblem = defineAction<BodyOf<typeof calls.refuseProblem>>(
  'refuse',
  async (tx, services, context, { text, photos }) => {
    const { order, actor } = context;
    await insertStatement(tx, context, services.clock.now(), { kind: 'answer', text, photos });
    await changeOrder(tx, order.id, { ...noOffer, isAnswered: true });
    await appendToLog(tx, order.id, 'refused', { actor, detail: text });
    await passToAdmin(tx, services, order, actor);
  },
);

/** The seller objects to a refund: an admin decides, unless one side gives in. */
const defineObjection = (action: 'object' | 'dispute-return', kind: 'objection' | 'return') =>
  defineAction<BodyOf<typeof calls.objectToCancellation>>(
    action,
    async (tx, services, context, { reason, photos }) => {
      const { order, actor } = context;
      await insertStatement(tx, context, services.clock.now(), { kind, text: reason, photos });
      const changes = { isWithAdmin: true, buyerHasPhone: false };
      await moveOrder(tx, services, order, 'disputed', { actor, reason, changes });
    },
  );

export const objectToCancellation = defineObjection('object', 'objection');
export const disputeReturn = defineObjection('dispute-return', 'return');

export const addEvidence = defineAction<BodyOf<typeof calls.addEvidence>>(
  'add-evidence',
  async (tx, { clock }, context, { text, photos }) => {
    const { order, actor } = context;
    await insertStatement(tx, context, clock.now(), { kind: 'evidence', text, photos });
    await appendToLog(tx, order.id, 'evidence-added', { actor, detail: text });
  },
);
