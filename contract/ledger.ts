/**
 * The ledger as data: accounts, and for each kind of event the movements that record it. Every movement moves a
 * positive number of cents from one account to another, on one of two sides: who owns the money, and where it is.
 */

/** `owner`: who owns the money. `place`: where it is. */
type LedgerSide = 'owner' | 'place';

/** Accounts that exist once. */
const sharedAccounts = [
  /** Buyers' cards and banks: where money comes from and goes back to. */
  'world',
  /** What the card processor holds for us. */
  'processor',
  /** Charges that match no order, until an admin decides. */
  'unallocated',
  /** What is owed to buyers as refunds and has not arrived yet. */
  'refunds_due',
  /** What the operator earns from sales. */
  'fees',
  /** The processor's fees: below zero, since they reduce what is ours. */
  'processor_fees',
  /** What banks have taken by chargebacks. */
  'losses',
  /** The operator's own bank account; below zero if more was paid out of it than came in from the processor. */
  'bank',
] as const;
type SharedAccount = (typeof sharedAccounts)[number];

/** An account of the ledger. Orders and sellers have one each. */
export type LedgerAccount = SharedAccount | `order:${string}` | `seller:${string}`;

/** The account of an order. An order has the id of its booking. */
export const orderAccount = (orderId: string) => `order:${orderId}` as const;

/** The account of a seller. */
export const sellerAccount = (sellerId: string) => `seller:${sellerId}` as const;

/** Whether an account is a seller's. */
export const isSellerAccount = (account: string): boolean => account.startsWith('seller:');

type AccountKind = SharedAccount | 'order' | 'seller';

interface Movement {
  readonly side: LedgerSide;
  readonly from: readonly AccountKind[];
  readonly to: readonly AccountKind[];
}

const owner = (from: readonly AccountKind[], to: readonly AccountKind[]): Movement => ({
  side: 'owner',
  from,
  to,
});
const place = (from: readonly AccountKind[], to: readonly AccountKind[]): Movement => ({
  side: 'place',
  from,
  to,
});

/** The kinds of events, and between which accounts each of them may move money. */
const ledgerKinds = {
  'charge-settled': [owner(['world'], ['order']), place(['world'], ['processor'])],
  'charge-unallocated': [owner(['world'], ['unallocated']), place(['world'], ['processor'])],
  /** A charge that matched no order has been assigned to one. */
  'charge-allocated': [owner(['unallocated'], ['order'])],
  'processor-fee': [owner(['processor_fees'], ['world']), place(['processor'], ['world'])],
  completed: [owner(['order'], ['seller', 'fees'])],
  /** The buyer got the money back, and the seller is paid as well, from `fees`. */
  'made-good': [owner(['fees'], ['seller'])],
  'refund-decided': [owner(['order', 'unallocated', 'seller', 'fees'], ['refunds_due'])],
  'refund-succeeded': [owner(['refunds_due'], ['world']), place(['processor'], ['world'])],
  /** The bank returned a refund that had succeeded. */
  'refund-failed': [owner(['world'], ['refunds_due']), place(['world'], ['processor'])],
  /** Money that was due back was paid by bank, as an admin confirmed. */
  'refund-by-bank': [owner(['refunds_due'], ['world']), place(['bank'], ['world'])],
  transfer: [owner(['seller'], ['world']), place(['processor'], ['world'])],
  'transfer-failed': [owner(['world'], ['seller']), place(['world'], ['processor'])],
  /** A transfer was taken back, because the money of its sale went back to the buyer. */
  'transfer-reversed': [owner(['world'], ['seller']), place(['world'], ['processor'])],
  /** A seller was paid by bank, as an admin confirmed. */
  'payout-by-bank': [owner(['seller'], ['world']), place(['bank'], ['world'])],
  /** A payout by bank was returned. */
  'payout-by-bank-failed': [owner(['world'], ['seller']), place(['world'], ['bank'])],
  /** In the other direction if the processor takes from the bank what its account lacks. */
  'payout-to-bank': [place(['processor'], ['bank']), place(['bank'], ['processor'])],
  /** The operator has paid money in. */
  'paid-in': [place(['bank'], ['processor'])],
  /** The bank returned a payout. */
  'payout-failed': [place(['bank'], ['processor']), place(['processor'], ['bank'])],
  /** What the processor took or paid by itself, as recorded by an admin. */
  'processor-adjustment': [
    owner(['processor_fees'], ['world']),
    owner(['world'], ['processor_fees']),
    place(['processor'], ['world']),
    place(['world'], ['processor']),
  ],
  /** From `fees` if neither order nor seller has enough. */
  'chargeback-lost': [
    owner(['refunds_due', 'order', 'unallocated', 'seller', 'fees'], ['losses']),
    place(['processor'], ['losses']),
  ],
  /** A refund and a bank have both returned the same money; or one of the two has failed after all. */
  'returned-twice': [owner(['fees'], ['refunds_due']), owner(['refunds_due'], ['fees', 'seller'])],
  /** What the processor takes for a chargeback, whoever wins it. */
  'chargeback-fee': [owner(['fees'], ['losses']), place(['processor'], ['losses'])],
} as const satisfies Record<string, readonly Movement[]>;

type EventKind = keyof typeof ledgerKinds;
/** `reversal` undoes a posting that was wrong, row by row. */
export type LedgerKind = EventKind | 'reversal';

/** One movement of money. */
export interface LedgerMove {
  readonly side: LedgerSide;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amountCents: number;
}

const kindOf = (account: LedgerAccount): AccountKind => {
  if (account.startsWith('order:')) return 'order';
  if (isSellerAccount(account)) return 'seller';
  return sharedAccounts.find((shared) => shared === account) ?? 'world';
};

/** Whether this kind of event may make the movement. */
export function isMoveOf(kind: EventKind, { side, from, to, amountCents }: LedgerMove): boolean {
  const movements: readonly Movement[] = ledgerKinds[kind];
  const isAllowed = movements.some(
    (each) => each.side === side && each.from.includes(kindOf(from)) && each.to.includes(kindOf(to)),
  );
  return isAllowed && Number.isSafeInteger(amountCents) && amountCents > 0;
}

/** An amount that gets another owner and stays where it is. */
export const ownerMove = (from: LedgerAccount, to: LedgerAccount, amountCents: number): LedgerMove => ({
  side: 'owner',
  from,
  to,
  amountCents,
});

/** The same amount on both sides: money that comes in or leaves. */
export const bothSides = (
  ownerFrom: LedgerAccount,
  ownerTo: LedgerAccount,
  placeFrom: LedgerAccount,
  placeTo: LedgerAccount,
  amountCents: number,
): LedgerMove[] => [
  ownerMove(ownerFrom, ownerTo, amountCents),
  { side: 'place', from: placeFrom, to: placeTo, amountCents },
];
