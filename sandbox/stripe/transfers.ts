// Transfers to a connected account, and their reversals: https://docs.stripe.com/api/transfers
import type Stripe from 'stripe';
import { lockAccount } from './accounts.ts';
import { availableCents, lockBalance, recordMovement } from './balance-transactions.ts';
import { ok, type Answer, type Call } from './call.ts';
import { newPayment } from './connected-payment.ts';
import { recordEvent } from './events.ts';
import { missingFailure, parameterFailure, StripeFailure } from './failures.ts';
import { changeMetadata, onlyKnown, readInteger, readText, requireText } from './form.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { payOutAt } from './connected-payouts.ts';
import { findObject, insertObject, listObjects, lockObject, updateObject, type Database } from './store.ts';

/** POST /v1/transfers: of a charge's money (`source_transaction`), or of the platform's available balance. */
export async function createTransfer(tx: Database, call: Call): Promise<Answer> {
  const { params } = call;
  onlyKnown(params, transferParams);
  const account = await lockAccount(tx, requireText(params, 'destination'), 'destination');
  if (account.capabilities?.transfers !== 'active') throw notCapable();
  const amount = readAmount(call);
  const currency = requireText(params, 'currency').toLowerCase();
  const { charge, availableOn } = await sourceOf(tx, call, amount, currency);
  const shared = { currency, description: null, availableOn };
  const id = makeId('tr');
  const payment = newPayment({ amount, currency, transfer: id });
  const leaving = await recordMovement(tx, {
    ...shared,
    type: 'transfer',
    category: 'transfer',
    amount: -amount,
    source: id,
  });
  const transfer: Stripe.Transfer = {
    ...newTransfer(call, id, charge),
    amount,
    balance_transaction: leaving.id,
    currency,
    destination: account.id,
    destination_payment: payment.id,
  };
  await insertObject(tx, transfer, charge?.id);
  const arriving = await recordMovement(tx, {
    ...shared,
    type: 'payment',
    category: 'charge',
    amount,
    source: payment.id,
    account: account.id,
  });
  await insertObject(tx, { ...payment, balance_transaction: arriving.id }, id, account.id);
  await payOutAt(tx, account.id, availableOn);
  await recordEvent(tx, call, 'transfer.created', transfer);
  return ok(transfer);
}

const transferParams = [
  'amount',
  'currency',
  'description',
  'destination',
  'expand',
  'metadata',
  'source_transaction',
  'transfer_group',
];

type NewTransfer = Omit<
  Stripe.Transfer,
  'amount' | 'balance_transaction' | 'currency' | 'destination' | 'destination_payment'
>;

/** The parts of a transfer that do not depend on the money. It has its charge's group, if any. */
function newTransfer({ params }: Call, id: string, charge: Stripe.Charge | undefined): NewTransfer {
  const group = readText(params, 'transfer_group');
  if (charge?.transfer_group != null && group !== undefined && group !== charge.transfer_group)
    throw parameterFailure('The source charge already has another transfer_group.', 'transfer_group');
  return {
    id,
    object: 'transfer',
    amount_reversed: 0,
    created: nowSeconds(),
    description: readText(params, 'description') ?? null,
    livemode: false,
    metadata: changeMetadata(params, {}),
    reversals: noReversals(id),
    reversed: false,
    source_transaction: charge?.id ?? null,
    source_type: 'card',
    transfer_group: group ?? charge?.transfer_group ?? (charge === undefined ? null : `group_${charge.id}`),
  };
}

function readAmount({ params }: Call): number {
  const amount = readInteger(params, 'amount');
  if (amount === undefined)
    throw parameterFailure('Missing required param: amount.', 'amount', 'parameter_missing');
  if (amount > 0) return amount;
  throw parameterFailure(
    'This value must be greater than or equal to 1.',
    'amount',
    'parameter_invalid_integer',
  );
}

/** Where the money comes from, and when it can be used. All transfers of a charge may not exceed its amount. */
async function sourceOf(
  tx: Database,
  { params }: Call,
  amount: number,
  currency: string,
): Promise<{ charge?: Stripe.Charge; availableOn: number }> {
  const chargeId = readText(params, 'source_transaction');
  if (chargeId === undefined) {
    await lockBalance(tx);
    if ((await availableCents(tx, currency)) >= amount) return { availableOn: nowSeconds() };
    throw new StripeFailure(400, {
      type: 'invalid_request_error',
      code: 'balance_insufficient',
      message:
        'You have insufficient available funds in your Stripe account. Try adding funds directly to your available ' +
        'balance by creating Charges using the 4000000000000077 test card.',
    });
  }
  const charge = await lockObject(tx, 'charge', chargeId);
  if (charge === undefined) throw missingFailure('charge', chargeId, 'source_transaction');
  if (!charge.paid || charge.currency !== currency)
    throw parameterFailure(
      'The source transaction must be a successful charge in the currency of the transfer.',
      'source_transaction',
    );
  const { data } = await listObjects(tx, 'transfer', { limit: 100, parent: charge.id });
  const sent = data.reduce((sum, each) => sum + each.amount - each.amount_reversed, 0);
  if (sent + amount > charge.amount)
    throw parameterFailure(
      `Transfers using this transaction as a source must not exceed the source amount of ${charge.amount}. ` +
        `(Note: There may already be other transfers using ${charge.id} as a source.)`,
      'amount',
    );
  const movementId = typeof charge.balance_transaction === 'string' ? charge.balance_transaction : '';
  const movement = await findObject(tx, 'balance_transaction', movementId);
  return { charge, availableOn: Math.max(movement?.available_on ?? 0, nowSeconds()) };
}

const notCapable = () =>
  new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'insufficient_capabilities_for_transfer',
    message:
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, ' +
      'crypto_transfers, legacy_payments',
  });

/** POST /v1/transfers/{id}/reversals: back to the platform, as far as the connected account has the money. */
export async function reverseTransfer(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['amount', 'description', 'expand', 'metadata', 'refund_application_fee']);
  const found = await findObject(tx, 'transfer', call.id);
  const account = found && (await lockAccount(tx, idOf(found.destination), 'destination'));
  const transfer = await lockObject(tx, 'transfer', call.id);
  if (transfer === undefined || account === undefined) throw missingFailure('transfer', call.id);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = readInteger(call.params, 'amount') ?? left;
  if (left === 0) throw parameterFailure(`Transfer ${transfer.id} is already fully reversed.`, 'id');
  if (amount < 1 || amount > left)
    throw parameterFailure(
      `Reversal amount is greater than unreversed amount on transfer (${left}).`,
      'amount',
    );
  await requireFunds(tx, account.id, transfer.currency, amount);
  const reversal = await recordReversal(tx, call, transfer, account.id, amount);
  const amountReversed = transfer.amount_reversed + amount;
  const changed: Stripe.Transfer = {
    ...transfer,
    amount_reversed: amountReversed,
    reversed: amountReversed === transfer.amount,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  };
  await updateObject(tx, changed);
  await recordEvent(tx, call, 'transfer.reversed', changed);
  return ok(reversal);
}

/** Money of the transfer that is still pending can be returned, too. */
async function requireFunds(tx: Database, account: string, currency: string, amount: number): Promise<void> {
  if ((await availableCents(tx, currency, account, true)) >= amount) return;
  throw new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'balance_insufficient',
    message:
      'Insufficient funds in the connected account to reverse this transfer. The account has already been paid out.',
  });
}

async function recordReversal(
  tx: Database,
  call: Call,
  { id: transfer, currency, destination_payment: payment }: Stripe.Transfer,
  account: string,
  amount: number,
): Promise<Stripe.TransferReversal> {
  const id = makeId('trr');
  const refund = makeId('pyr');
  const back = { amount, currency, source: id, description: null } as const;
  const { id: movement } = await recordMovement(tx, {
    ...back,
    type: 'transfer_refund',
    category: 'transfer_reversal',
  });
  await recordMovement(tx, {
    ...back,
    type: 'payment_refund',
    category: 'refund',
    amount: -amount,
    source: idOf(payment),
    account,
  });
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: movement,
    created: nowSeconds(),
    currency,
    destination_payment_refund: refund,
    metadata: changeMetadata(call.params, {}),
    source_refund: null,
    transfer,
  };
  await insertObject(tx, reversal, transfer);
  return reversal;
}

const idOf = (object: string | { id: string } | null | undefined): string =>
  typeof object === 'string' ? object : (object?.id ?? '');

/** GET /v1/transfers/{id}/reversals */
export async function listReversals(db: Database, call: Call): Promise<Answer> {
  const transfer = await findObject(db, 'transfer', call.id);
  if (transfer === undefined) throw missingFailure('transfer', call.id);
  onlyKnown(call.params, ['expand', 'limit']);
  const { data, hasMore } = await listObjects(db, 'transfer_reversal', { limit: 100, parent: transfer.id });
  return ok({ object: 'list', data, has_more: hasMore, url: call.path });
}

const noReversals = (id: string): Stripe.ApiList<Stripe.TransferReversal> => ({
  object: 'list',
  data: [],
  has_more: false,
  url: `/v1/transfers/${id}/reversals`,
});
