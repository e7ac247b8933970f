/** What an admin does with a seller's money by bank, as a step of a history, and what must be true afterwards. */
import type { Market, TestPerson } from './market.ts';
import type { Sides } from './order-requests.ts';

export const bankDecisions = ['confirm', 'cancel', 'fail'] as const;
export type BankDecision = (typeof bankDecisions)[number];

export async function giveBankDetails(seller: TestPerson): Promise<number> {
  const bank = { holder: 'Mina Rahman', account: 'GB33BUKB20201555555555' };
  return (await seller.put('/payouts/bank-details', bank)).status;
}

/**
 * Takes out all that can be paid by bank, in two ways at once, or decides about the seller's newest line. After one
 * that did not arrive, the seller enters their bank details again.
 *
 * @returns the highest status
 */
export async function payByBank({ admin, seller }: Sides, step: 'take out' | BankDecision): Promise<number> {
  if (step === 'take out') {
    const replies = await Promise.all([
      admin.post('/payouts/exports', {}),
      admin.post(`/payouts/balances/${seller.id}/take-out`, {}),
    ]);
    return Math.max(...replies.map(({ status }) => status));
  }
  const { body } = await admin.get('/payouts/lines?limit=100');
  const line = body.find((each: { seller: { _id: string } }) => each.seller._id === seller.id);
  if (line === undefined) return 0;
  const { status } = await admin.post(`/payouts/lines/${line._id}/${step}`, { reason: 'No such account' });
  if (step === 'fail') await giveBankDetails(seller);
  return status;
}

/** What the ledger says was paid by bank is the sum of the lines that are confirmed, and at most one is undecided. */
export async function disagreementsOfLines({ services }: Market): Promise<string[]> {
  const { rows } = await services.db.$client.query<Record<'id' | 'paid' | 'undecided' | 'booked', string>>(
    `select seller_id as id, coalesce(sum(amount_cents) filter (where state = 'paid'), 0) as paid,
       count(*) filter (where state = 'requested') as undecided,
       (select coalesce(sum(case when from_account = 'seller:' || seller_id then amount_cents else -amount_cents end), 0)
         from ledger_entries where kind in ('payout-by-bank', 'payout-by-bank-failed')
           and 'seller:' || seller_id in (from_account, to_account)) as booked
     from payouts where method = 'manual' group by seller_id`,
  );
  return rows
    .filter(({ paid, undecided, booked }) => paid !== booked || Number(undecided) > 1)
    .map((row) => `lines by bank: ${JSON.stringify(row)}`);
}
