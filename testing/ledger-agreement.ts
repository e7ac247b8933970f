/** The ledger beside the books of the processor. */
import { expect, vi } from 'vitest';

import { differenceReasons } from '#contract/reconciliation-words.ts';
import { checkLedger } from '#server/ledger/service.ts';
import { recordFees } from '#server/payments/record-fees.ts';
import { compareBooks } from '#server/reconciliation/service.ts';
import type { Services } from '#server/services.ts';

interface Shop {
  readonly services: Services;
}

/**
 * The ledger is consistent, and agrees with the processor once the jobs have recorded what they are doing there at this
 * moment.
 *
 * @param invented how the keys of entries begin that the test itself has written into the ledger
 */
export async function expectBooks({ services }: Shop, invented?: string): Promise<void> {
  const isReal = (line: string): boolean => invented === undefined || !line.startsWith(invented);
  const { 'on-its-way': onItsWay, 'not-on-balance': notOnBalance } = differenceReasons;
  // Only a charge that nobody has reported may be missing. Everything else is recorded at once, also by the stand-in.
  const isWrong = (line: string): boolean =>
    line.endsWith(notOnBalance.words) || (line.endsWith(onItsWay.words) && !isOfCharge.test(line));
  expect(await checkLedger(services.db)).toEqual([]);
  await recordFees(services);
  await vi.waitFor(async () => {
    const { explained, unexplained } = await compareBooks(services);
    expect([...unexplained, ...explained.filter(isWrong)].filter(isReal)).toEqual([]);
  }, 20_000);
}

const isOfCharge = /^(charge|processor-fee):/;

/** Makes the dispute about a charge one about a part of it, also in the processor's books. */
export async function disputeOnly({ services }: Shop, charge: string, cents: number): Promise<void> {
  const { rowCount } = await services.db.$client.query(
    `with dispute as (
       update sandbox_stripe.objects set data = jsonb_set(jsonb_set(data::jsonb, '{amount}', to_jsonb($2::int)),
         '{balance_transactions,0}', data::jsonb #> '{balance_transactions,0}'
           || jsonb_build_object('amount', -$2::int, 'net', -$2::int - (data #>> '{balance_transactions,0,fee}')::int))
       where object = 'dispute' and data ->> 'payment_intent' = $1 returning data
     )
     update sandbox_stripe.objects set data = (dispute.data #> '{balance_transactions,0}')::json
     from dispute where id = dispute.data #>> '{balance_transactions,0,id}'`,
    [charge, cents],
  );
  expect(rowCount).toBe(1);
}
