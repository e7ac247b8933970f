// The operator's payments from their bank into the account: https://docs.stripe.com/api/topups
import type Stripe from 'stripe';
import { recordMovement } from './balance-transactions.ts';
import { ok, type Answer, type Call } from './call.ts';
import { recordEvent } from './events.ts';
import { parameterFailure } from './failures.ts';
import { changeMetadata, onlyKnown, readInteger, readText } from './form.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { insertObject, type Database } from './store.ts';

/** POST /v1/topups: it arrives at once. */
export async function createTopup(tx: Database, call: Call): Promise<Answer> {
  const { params } = call;
  onlyKnown(params, ['amount', 'currency', 'description', 'expand', 'metadata', 'statement_descriptor']);
  const amount = readInteger(params, 'amount');
  if (amount === undefined || amount < 1)
    throw parameterFailure('This value must be greater than or equal to 1.', 'amount');
  const currency = readText(params, 'currency');
  if (currency === undefined) throw parameterFailure('Missing required param: currency.', 'currency');
  const [id, created] = [makeId('tu'), nowSeconds()];
  const description = readText(params, 'description') ?? null;
  const { id: movement } = await recordMovement(tx, {
    type: 'topup',
    category: 'topup',
    amount,
    currency,
    source: id,
    description,
  });
  const topup: Stripe.Topup = {
    id,
    object: 'topup',
    amount,
    balance_transaction: movement,
    created,
    currency,
    description,
    expected_availability_date: created,
    failure_code: null,
    failure_message: null,
    initiated_by: null,
    livemode: false,
    metadata: changeMetadata(params, {}),
    source: null,
    statement_descriptor: readText(params, 'statement_descriptor') ?? null,
    status: 'succeeded',
    transfer_group: null,
  };
  await insertObject(tx, topup);
  await recordEvent(tx, call, 'topup.succeeded', topup);
  return ok(topup);
}
