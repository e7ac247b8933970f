// Disputes from their beginning to the bank's decision: https://docs.stripe.com/disputes and /testing#disputes
import type Stripe from 'stripe';
import { recordMovement } from './balance-transactions.ts';
import { ok, type Answer, type Call } from './call.ts';
import { evidenceTexts, newDispute } from './dispute-object.ts';
import { recordEvent, type Origin } from './events.ts';
import { missingFailure, parameterFailure, StripeFailure } from './failures.ts';
import { changeMetadata, onlyKnown, readGroup, readText } from './form.ts';
import { insertObject, lockObject, listObjects, updateObject, type Database } from './store.ts';
import type { DisputeCourse } from './test-cards.ts';

/** The fee for a dispute in the US, whoever wins it. */
const disputeFee = 1500;

const isInquiry = ({ status }: Stripe.Dispute): boolean => status.startsWith('warning_');

const isAwaitingAnswer = ({ status }: Stripe.Dispute): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

/** The card's owner disputes a charge. The charge must not be stored in another version afterwards. */
export async function openDispute(
  tx: Database,
  origin: Origin,
  charge: Stripe.Charge,
  course: DisputeCourse,
): Promise<void> {
  const disputed: Stripe.Charge = { ...charge, disputed: true };
  await updateObject(tx, disputed);
  const dispute = newDispute(charge, course);
  await insertObject(tx, dispute, intentOf(dispute));
  await recordEvent(tx, origin, 'charge.dispute.created', dispute);
  if (!course.isInquiry) await withdraw(tx, origin, dispute);
}

/**
 * POST /v1/disputes/{id}: evidence, submitted unless `submit` says otherwise. As in Stripe's test mode, its
 * `uncategorized_text` decides: `winning_evidence`, `losing_evidence`, `escalate_inquiry_evidence`.
 */
export async function updateDispute(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['evidence', 'expand', 'intended_submission_method', 'metadata', 'submit']);
  const before = await lockDispute(tx, call);
  const given = readGroup(call.params, 'evidence');
  onlyKnown(given ?? {}, evidenceTexts);
  if (given !== undefined && !isAwaitingAnswer(before))
    throw parameterFailure(
      `You cannot submit evidence for a dispute with a status of ${before.status}.`,
      'evidence',
    );
  const texts = new Map(Object.keys(given ?? {}).map((name) => [name, readText(given, name) ?? null]));
  const isSubmitted = given !== undefined && readText(call.params, 'submit') !== 'false';
  const { evidence_details: details } = before;
  const dispute: Stripe.Dispute = {
    ...before,
    metadata: changeMetadata(call.params, before.metadata),
    evidence: { ...before.evidence, ...Object.fromEntries(texts) },
    evidence_details: {
      ...details,
      has_evidence: details.has_evidence || given !== undefined,
      submission_count: details.submission_count + Number(isSubmitted),
      submission_method: isSubmitted ? 'manual' : details.submission_method,
    },
  };
  if (!isSubmitted) return ok(await changeDispute(tx, call, before, dispute));
  const status = isInquiry(before) ? 'warning_under_review' : 'under_review';
  return ok(await review(tx, call, await changeDispute(tx, call, before, { ...dispute, status })));
}

/** POST /v1/disputes/{id}/close: the chargeback is accepted, and lost. */
export async function closeDispute(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['expand']);
  const dispute = await lockDispute(tx, call);
  if (dispute.status !== 'needs_response')
    throw parameterFailure(`A dispute with a status of ${dispute.status} cannot be closed.`, 'dispute');
  return ok(await decide(tx, call, dispute, 'lost'));
}

/** A full refund closes an inquiry about the charge. */
export async function closeInquiry(tx: Database, origin: Origin, chargeId: string): Promise<void> {
  const dispute = await disputeOf(tx, chargeId);
  if (dispute !== undefined && isInquiry(dispute) && dispute.status !== 'warning_closed')
    await decide(tx, origin, dispute, 'warning_closed');
}

/** @throws StripeFailure if the charge was charged back: the bank has its money already */
export async function refuseDisputed(tx: Database, charge: Stripe.Charge): Promise<void> {
  const dispute = await disputeOf(tx, charge.id);
  if (dispute === undefined || dispute.is_charge_refundable) return;
  throw new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'charge_disputed',
    message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    param: 'charge',
  });
}

/** The dispute of a charge, locked: it may be changed at this moment. */
async function disputeOf(tx: Database, charge: string): Promise<Stripe.Dispute | undefined> {
  const { data } = await listObjects(tx, 'dispute', { limit: 1, fields: { charge } });
  const [found] = data;
  return found && lockObject(tx, 'dispute', found.id);
}

async function lockDispute(tx: Database, { id }: Call): Promise<Stripe.Dispute> {
  const dispute = await lockObject(tx, 'dispute', id);
  if (dispute === undefined) throw missingFailure('dispute', id);
  return dispute;
}

/** The bank decides at once if the evidence is one of the test mode's words. */
async function review(tx: Database, origin: Origin, dispute: Stripe.Dispute): Promise<Stripe.Dispute> {
  switch (dispute.evidence.uncategorized_text) {
    case 'winning_evidence':
      return decide(tx, origin, dispute, isInquiry(dispute) ? 'warning_closed' : 'won');
    case 'losing_evidence':
      return isInquiry(dispute) ? escalate(tx, origin, dispute) : decide(tx, origin, dispute, 'lost');
    case 'escalate_inquiry_evidence':
      return isInquiry(dispute) ? escalate(tx, origin, dispute) : dispute;
    default:
      return dispute;
  }
}

/** An inquiry becomes a chargeback, which can be answered again. */
async function escalate(tx: Database, origin: Origin, before: Stripe.Dispute): Promise<Stripe.Dispute> {
  const details = { ...before.evidence_details, submission_count: 0 };
  const { payment_method_details: method } = before;
  const dispute = await changeDispute(tx, origin, before, {
    ...before,
    payment_method_details: method && {
      ...method,
      card: method.card && { ...method.card, case_type: 'chargeback' },
    },
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: details,
  });
  return withdraw(tx, origin, dispute);
}

async function decide(
  tx: Database,
  origin: Origin,
  before: Stripe.Dispute,
  status: 'won' | 'lost' | 'warning_closed',
): Promise<Stripe.Dispute> {
  const dispute: Stripe.Dispute = { ...before, status, is_charge_refundable: status !== 'lost' };
  await updateObject(tx, dispute);
  const ended = status === 'won' ? await reinstate(tx, origin, dispute) : dispute;
  await recordEvent(tx, origin, 'charge.dispute.closed', ended);
  return ended;
}

/** The bank takes the amount, and Stripe its fee. */
const withdraw = (tx: Database, origin: Origin, dispute: Stripe.Dispute) =>
  moveFunds(tx, origin, dispute, 'charge.dispute.funds_withdrawn', {
    category: 'dispute',
    amount: -dispute.amount,
    fee: disputeFee,
    description: 'Chargeback withdrawal',
  });

/** The amount comes back, the fee does not. */
const reinstate = (tx: Database, origin: Origin, dispute: Stripe.Dispute) =>
  moveFunds(tx, origin, dispute, 'charge.dispute.funds_reinstated', {
    category: 'dispute_reversal',
    amount: dispute.amount,
    fee: 0,
    description: 'Chargeback reversal',
  });

async function moveFunds(
  tx: Database,
  origin: Origin,
  dispute: Stripe.Dispute,
  event: string,
  movement: { category: string; amount: number; fee: number; description: string },
): Promise<Stripe.Dispute> {
  const { id: source, currency } = dispute;
  const transaction = await recordMovement(tx, { ...movement, type: 'adjustment', currency, source });
  const moved = { ...dispute, balance_transactions: [...dispute.balance_transactions, transaction] };
  await updateObject(tx, moved);
  await recordEvent(tx, origin, event, moved);
  return moved;
}

async function changeDispute(
  tx: Database,
  origin: Origin,
  { status, evidence, evidence_details: details }: Stripe.Dispute,
  after: Stripe.Dispute,
): Promise<Stripe.Dispute> {
  await updateObject(tx, after);
  const previous = { status, evidence, evidence_details: details };
  await recordEvent(tx, origin, 'charge.dispute.updated', after, previous);
  return after;
}

const intentOf = ({ payment_intent: intent }: Stripe.Dispute): string | undefined =>
  typeof intent === 'string' ? intent : intent?.id;
