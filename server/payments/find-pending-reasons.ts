/** Stored states of refunds, chargebacks and charges that explain why the ledger does not have them yet. */
import { inArray, sql } from 'drizzle-orm';

import { currency } from '#contract/money.ts';
import { refundsUnderWay } from '#contract/payments.ts';
import { chargebacks, chargeIssues, refunds } from '#db/tables/payments.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

/** Ids of the processor's objects, by the reason why the ledger does not have them yet. */
export interface PendingReasons {
  readonly refundsUnderWay: ReadonlySet<string>;
  readonly openDisputes: ReadonlySet<string>;
  /** Charges in another currency than the installation's, which the ledger leaves out. */
  readonly foreignCharges: ReadonlySet<string>;
}

/** Finds the ids among these to which one of the reasons applies. */
export async function findPendingReasons(db: Executor, ids: readonly string[]): Promise<PendingReasons> {
  const among = sql`= any(${sql.param(ids)})`;
  const { rows } = await db.execute<{ kind: string; id: string }>(sql`
    select 'refund' as kind, refund_id as id from ${refunds}
      where refund_id ${among} and ${inArray(refunds.state, ['requested', 'unanswered', ...refundsUnderWay])}
    union all select 'dispute', dispute_id from ${chargebacks}
      where dispute_id ${among} and state in ('inquiry', 'open')
    union all select 'charge', transaction_id from ${chargeIssues}
      where transaction_id ${among} and currency <> ${currency}`);
  const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
  return {
    refundsUnderWay: of('refund'),
    openDisputes: of('dispute'),
    foreignCharges: of('charge'),
  };
}
