/** A seller's statement: every row of the ledger that concerns them, with the balance after each. */
import { and, asc, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';

import { type LedgerKind, sellerAccount } from '#contract/ledger.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { StatementRow } from '#contract/payouts.ts';
import { statementWords } from '#contract/payouts-words.ts';
import { bookings } from '#db/tables/bookings.ts';
import { ledgerEntries, ledgerStatementRows } from '#db/tables/ledger.ts';
import { postingKeyOf, rowKeysOf } from '#server/ledger/service.ts';
import { isRepayment } from '#server/orders/service.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { bankReference } from './post-payouts.ts';
import { amountCell, type Cell, writeCsv } from './write-csv.ts';

/** A page of a seller's statement, newest first. */
export async function listStatement(
  db: Executor,
  sellerId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<StatementRow>> {
  const rows = await selectPage(db, sellerAccount(sellerId), idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ id }) => id);
  return { ...page, items: await present(db, page.items) };
}

/** The rows of an account before an entry, the newest first. */
export const selectPage = (db: Executor, account: string, before: string | undefined, limit: number) =>
  selectRows(db)
    .where(
      and(
        eq(ledgerStatementRows.account, account),
        before === undefined ? undefined : isBefore(account, before),
      ),
    )
    .orderBy(desc(ledgerStatementRows.position))
    .limit(limit);

const isBefore = (account: string, entryId: string) =>
  lt(
    ledgerStatementRows.position,
    sql`(select position from ledger_statement_rows where account = ${account} and entry_id = ${entryId})`,
  );

const selectRows = (db: Executor) =>
  db
    .select({
      id: ledgerStatementRows.entryId,
      position: ledgerStatementRows.position,
      cents: ledgerStatementRows.cents,
      balanceCents: ledgerStatementRows.balanceCents,
      orderId: ledgerStatementRows.orderId,
      kind: ledgerEntries.kind,
      key: ledgerEntries.idempotencyKey,
      at: ledgerEntries.at,
      model: sql<string | null>`${bookings.listing} ->> 'model'`,
      sellCents: bookings.sellCents,
    })
    .from(ledgerStatementRows)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerStatementRows.entryId))
    .leftJoin(bookings, eq(bookings.id, ledgerStatementRows.orderId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectRows>>[number];

async function present(db: Executor, rows: readonly Row[]): Promise<StatementRow[]> {
  const fees = await listFees(db, rows);
  return rows.map((row) => presentRow(row, fees));
}

function presentRow(row: Row, fees: ReadonlyMap<string, number>): StatementRow {
  const { id, at, orderId, model, cents, balanceCents } = row;
  const kind = kindOf(row);
  const feeCents = fees.get(postingKeyOf(row.key)) ?? null;
  return {
    _id: id,
    time: at.toISOString(),
    kind,
    orderId,
    model,
    ...(kind === 'sale' ? priceOf(row, cents + (feeCents ?? 0)) : { priceCents: null, givenBackCents: null }),
    feeCents,
    amountCents: cents,
    balanceCents,
    reference: referenceOf(row.key),
  };
}

/** The price of a sale and what its buyer got back, from what seller and fees got, in cents. */
const priceOf = ({ sellCents }: Row, keptCents: number) => {
  const priceCents = sellCents ?? keptCents;
  return { priceCents, givenBackCents: priceCents - keptCents };
};

/** Whether a row with this key takes a sale back. Our own money that a seller got for a lost sale is none. */
const isReversedSale = (key: string): boolean => key.startsWith('reversal:completed:');

/** An order that is opened again gives back what its seller had paid for a refund: that is no sale. */
const kindOf = ({ kind, key }: Row): StatementRow['kind'] =>
  isRepayment(key) ? 'correction' : (kinds[kind] ?? 'correction');

const kinds: Partial<Record<LedgerKind, StatementRow['kind']>> = {
  completed: 'sale',
  transfer: 'payout',
  'payout-by-bank': 'payout',
  'transfer-failed': 'payout-failed',
  'payout-by-bank-failed': 'payout-failed',
  'transfer-reversed': 'taken-back',
  'refund-decided': 'refund',
  'chargeback-lost': 'chargeback',
};

/** The processor's or the bank's reference of the payment that a row with this key records. */
function referenceOf(key: string): string | null {
  const [, transfer, payout] =
    /^(?:transfer(?:-back)?:(\w+)|payout-by-bank(?:-failed)?:([\w-]+))\//.exec(key) ?? [];
  return transfer ?? (payout === undefined ? null : bankReference(payout));
}

/** Our fee in each of the rows' events; negative if it was returned. */
async function listFees(db: Executor, rows: readonly Row[]): Promise<Map<string, number>> {
  const keys = rows
    .filter(({ kind, key }) => kind === 'completed' || kind === 'refund-decided' || isReversedSale(key))
    .flatMap(({ key }) => rowKeysOf(postingKeyOf(key)));
  if (keys.length === 0) return new Map();
  const { idempotencyKey, fromAccount, toAccount, amountCents } = ledgerEntries;
  const found = await db
    .select({ key: idempotencyKey, toAccount, cents: amountCents })
    .from(ledgerEntries)
    .where(and(inArray(idempotencyKey, keys), or(eq(toAccount, 'fees'), eq(fromAccount, 'fees'))));
  return new Map(
    found.map(({ key, toAccount: to, cents }) => [postingKeyOf(key), to === 'fees' ? cents : -cents]),
  );
}

/** The years (UTC) in which a seller's statement has rows, newest first. */
export async function listYears(db: Executor, sellerId: string): Promise<number[]> {
  const { rows } = await db.execute<{ first: Date | string | null; last: Date | string | null }>(sql`
    select
      (select at from ledger_statement_rows join ledger_entries on id = entry_id
        where account = ${sellerAccount(sellerId)} order by position limit 1) as first,
      (select at from ledger_statement_rows join ledger_entries on id = entry_id
        where account = ${sellerAccount(sellerId)} order by position desc limit 1) as last`);
  const { first, last } = rows[0] ?? {};
  if (first == null || last == null) return [];
  const [from, to] = [new Date(first).getUTCFullYear(), new Date(last).getUTCFullYear()];
  return Array.from({ length: Math.max(to - from, 0) + 1 }, (_, index) => to - index);
}

const header = [
  'Time (UTC)',
  'What',
  'Phone',
  'Order',
  'Price',
  'Given back',
  'Fee',
  'Amount',
  'Balance',
  'Reference',
];

/** How many rows are read at once. */
const chunk = 1000;

/** The statement of a year (UTC) as a file, oldest first. */
export async function writeStatement(db: Executor, sellerId: string, year: number): Promise<string> {
  const cells: Cell[][] = [];
  let after = 0;
  let rows: Row[];
  do {
    rows = await selectRows(db)
      .where(
        and(
          eq(ledgerStatementRows.account, sellerAccount(sellerId)),
          sql`${ledgerStatementRows.position} > ${after}`,
          gte(ledgerEntries.at, new Date(Date.UTC(year, 0))),
          lt(ledgerEntries.at, new Date(Date.UTC(year + 1, 0))),
        ),
      )
      .orderBy(asc(ledgerStatementRows.position))
      .limit(chunk);
    const fees = await listFees(db, rows);
    cells.push(...rows.map((row) => cellsOf(presentRow(row, fees), row)));
    after = rows.at(-1)?.position ?? after;
  } while (rows.length === chunk);
  return writeCsv(header, cells);
}

function cellsOf(row: StatementRow, source: Row): Cell[] {
  const { priceCents, givenBackCents } = partsOf(row, source);
  return [
    row.time.slice(0, 19).replace('T', ' '),
    statementWords[row.kind],
    row.model,
    row.orderId,
    amountCell(priceCents),
    amountCell(givenBackCents === 0 ? null : givenBackCents),
    amountCell(row.feeCents === null ? null : -row.feeCents),
    amountCell(row.amountCents),
    amountCell(row.balanceCents),
    row.reference,
  ];
}

/**
 * The columns beside the fee, in cents. But for payouts the three add up to the amount, and the prices of a year to what
 * was sold: a correction takes back the columns of the sale that it reverses; what else comes or goes was given back.
 */
function partsOf(
  { kind, amountCents, feeCents }: StatementRow,
  source: Row,
): { priceCents: number | null; givenBackCents: number | null } {
  if (kind.startsWith('payout') || kind === 'taken-back' || source.orderId === null)
    return { priceCents: null, givenBackCents: null };
  const restCents = amountCents + (feeCents ?? 0);
  const isReversed = isReversedSale(source.key) && !isRepayment(source.key);
  if (kind !== 'sale' && !isReversed) return { priceCents: null, givenBackCents: restCents };
  const sign = isReversed ? -1 : 1;
  const { priceCents, givenBackCents } = priceOf(source, sign * restCents);
  return { priceCents: sign * priceCents, givenBackCents: -sign * givenBackCents };
}
