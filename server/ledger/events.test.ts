// An example of every kind of event, on a phone for $420.50 with a fee of $21.52.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { bothSides, type LedgerMove } from '#contract/ledger.ts';
import { charged, type Journal, move, openJournal, order, seller, world } from '#testing/journal.ts';
import { checkLedger, type Posting } from './service.ts';

let journal: Journal;
beforeAll(async () => {
  journal = await openJournal();
});
beforeEach(() => journal.clear());
afterAll(() => journal.close());

type Kind = Posting['kind'];
type Step = readonly [kind: Kind, moves: readonly LedgerMove[]];

interface Example {
  readonly name: string;
  /** What is recorded, with an event of the example's kind. */
  readonly steps: readonly Step[];
  readonly balances: Readonly<Record<string, number>>;
}

const moved = (from: 'processor' | 'bank', to: 'processor' | 'bank', amountCents: number): LedgerMove => ({
  side: 'place',
  from,
  to,
  amountCents,
});

const charge: Step = ['charge-settled', bothSides('world', order, 'world', 'processor', 42_050)];
const unallocated: Step = [
  'charge-unallocated',
  bothSides('world', 'unallocated', 'world', 'processor', 42_050),
];
const complete: Step = ['completed', [move(order, seller, 39_898), move(order, 'fees', 2_152)]];
const decideRefund: Step = ['refund-decided', [move(order, 'refunds_due', 42_050)]];
const decideLateRefund: Step = [
  'refund-decided',
  [move(seller, 'refunds_due', 39_898), move('fees', 'refunds_due', 2_152)],
];
const succeed: Step = ['refund-succeeded', bothSides('refunds_due', 'world', 'processor', 'world', 42_050)];
const failRefund: Step = ['refund-failed', bothSides('world', 'refunds_due', 'world', 'processor', 42_050)];
const transfer: Step = ['transfer', bothSides(seller, 'world', 'processor', 'world', 39_898)];
const payByBank: Step = ['payout-by-bank', bothSides(seller, 'world', 'bank', 'world', 39_898)];
const payOut: Step = ['payout-to-bank', [moved('processor', 'bank', 2_000)]];
const returnTwice: readonly Step[] = [
  charge,
  decideRefund,
  ['chargeback-lost', bothSides('refunds_due', 'losses', 'processor', 'losses', 42_050)],
  succeed,
  ['returned-twice', [move('fees', 'refunds_due', 42_050)]],
];

const completed = { ...world(-42_050), seller: 39_898, fees: 2_152, processor: 42_050 };
const refundDue = { ...world(-42_050), refunds_due: 42_050, processor: 42_050 };
const losses = (cents: number) => ({ 'losses by owner': cents, 'losses by place': cents });

/** A kind without an example does not compile. */
const examples: Readonly<Record<Kind, readonly Example[]>> = {
  'charge-settled': [{ name: 'a charge is settled', steps: [charge], balances: charged }],
  'charge-unallocated': [
    {
      name: 'a charge fits no order',
      steps: [unallocated],
      balances: { ...world(-42_050), unallocated: 42_050, processor: 42_050 },
    },
  ],
  'charge-allocated': [
    {
      name: 'it finds its order later',
      steps: [unallocated, ['charge-allocated', [move('unallocated', order, 42_050)]]],
      balances: charged,
    },
  ],
  'processor-fee': [
    {
      name: 'the processor’s fee is known',
      steps: [charge, ['processor-fee', bothSides('processor_fees', 'world', 'processor', 'world', 1_250)]],
      balances: { ...charged, ...world(-40_800), processor: 40_800, processor_fees: -1_250 },
    },
  ],
  completed: [{ name: 'a sale is completed', steps: [charge, complete], balances: completed }],
  'made-good': [
    {
      name: 'the seller is paid although the buyer has all money back',
      steps: [charge, decideRefund, succeed, ['made-good', [move('fees', seller, 39_898)]]],
      balances: { fees: -39_898, seller: 39_898 },
    },
  ],
  'refund-decided': [
    { name: 'a refund is decided', steps: [charge, decideRefund], balances: refundDue },
    {
      name: 'a refund is decided after completion',
      steps: [charge, complete, decideLateRefund],
      balances: refundDue,
    },
    {
      name: 'a charge that fits no order is to go back',
      steps: [unallocated, ['refund-decided', [move('unallocated', 'refunds_due', 42_050)]]],
      balances: refundDue,
    },
  ],
  'refund-succeeded': [{ name: 'a refund succeeds', steps: [charge, decideRefund, succeed], balances: {} }],
  'refund-failed': [
    {
      name: 'a refund fails after it had succeeded',
      steps: [charge, decideRefund, succeed, failRefund],
      balances: refundDue,
    },
  ],
  'refund-by-bank': [
    {
      name: 'a refund is paid by bank',
      steps: [
        charge,
        decideRefund,
        ['refund-by-bank', bothSides('refunds_due', 'world', 'bank', 'world', 42_050)],
      ],
      balances: { processor: 42_050, bank: -42_050 },
    },
  ],
  transfer: [
    {
      name: 'the seller’s share is transferred',
      steps: [charge, complete, transfer],
      balances: { ...world(-2_152), fees: 2_152, processor: 2_152 },
    },
  ],
  'transfer-failed': [
    {
      name: 'the transfer fails',
      steps: [
        charge,
        complete,
        transfer,
        ['transfer-failed', bothSides('world', seller, 'world', 'processor', 39_898)],
      ],
      balances: completed,
    },
  ],
  'transfer-reversed': [
    {
      name: 'a transfer is taken back after its sale was refunded',
      steps: [
        charge,
        complete,
        transfer,
        decideLateRefund,
        succeed,
        ['transfer-reversed', bothSides('world', seller, 'world', 'processor', 39_898)],
      ],
      balances: {},
    },
  ],
  'payout-by-bank': [
    {
      name: 'the seller is paid by bank',
      steps: [charge, complete, payByBank],
      balances: { ...world(-2_152), fees: 2_152, processor: 42_050, bank: -39_898 },
    },
  ],
  'payout-by-bank-failed': [
    {
      name: 'that payment does not arrive',
      steps: [
        charge,
        complete,
        payByBank,
        ['payout-by-bank-failed', bothSides('world', seller, 'world', 'bank', 39_898)],
      ],
      balances: completed,
    },
  ],
  'payout-to-bank': [
    {
      name: 'the processor pays out to our bank',
      steps: [charge, payOut],
      balances: { ...charged, processor: 40_050, bank: 2_000 },
    },
    {
      name: 'the processor takes from our bank what its account lacks',
      steps: [['payout-to-bank', [moved('bank', 'processor', 2_000)]]],
      balances: { processor: 2_000, bank: -2_000 },
    },
  ],
  'payout-failed': [
    {
      name: 'the processor’s payout comes back',
      steps: [charge, payOut, ['payout-failed', [moved('bank', 'processor', 2_000)]]],
      balances: charged,
    },
  ],
  'paid-in': [
    {
      name: 'we pay money in',
      steps: [['paid-in', [moved('bank', 'processor', 5_000)]]],
      balances: { processor: 5_000, bank: -5_000 },
    },
  ],
  'processor-adjustment': [
    {
      name: 'the processor takes something by itself',
      steps: [
        charge,
        ['processor-adjustment', bothSides('processor_fees', 'world', 'processor', 'world', 200)],
      ],
      balances: { ...charged, ...world(-41_850), processor: 41_850, processor_fees: -200 },
    },
    {
      name: 'the processor gives something by itself',
      steps: [
        charge,
        ['processor-adjustment', bothSides('world', 'processor_fees', 'world', 'processor', 200)],
      ],
      balances: { ...charged, ...world(-42_250), processor: 42_250, processor_fees: 200 },
    },
  ],
  'chargeback-lost': [
    {
      name: 'a chargeback is lost before completion',
      steps: [charge, ['chargeback-lost', bothSides(order, 'losses', 'processor', 'losses', 42_050)]],
      balances: { ...world(-42_050), ...losses(42_050) },
    },
  ],
  'chargeback-fee': [
    {
      name: 'a chargeback is lost after completion, and costs a fee',
      steps: [
        charge,
        complete,
        ['chargeback-lost', bothSides(seller, 'losses', 'processor', 'losses', 42_050)],
        ['chargeback-fee', bothSides('fees', 'losses', 'processor', 'losses', 1_500)],
      ],
      balances: { ...world(-42_050), seller: -2_152, fees: 652, processor: -1_500, ...losses(43_550) },
    },
  ],
  'returned-twice': [
    {
      name: 'a refund arrives although a bank has taken the same money',
      steps: returnTwice,
      balances: { fees: -42_050, processor: -42_050, ...losses(42_050) },
    },
    {
      name: 'that refund fails after all',
      steps: [...returnTwice, failRefund, ['returned-twice', [move('refunds_due', 'fees', 42_050)]]],
      balances: { ...world(-42_050), ...losses(42_050) },
    },
  ],
};

const all = Object.entries(examples).flatMap(([kind, ofKind]) => ofKind.map((each) => ({ kind, ...each })));

test.each(all)('$name', async ({ kind: shown, steps, balances }) => {
  expect(steps.map(([kind]) => kind)).toContain(shown);
  for (const [kind, moves] of steps) await journal.post(kind, moves);
  expect(await journal.balances()).toEqual(balances);
  const findings = await checkLedger(journal.db);
  // The test's account belongs to no order.
  expect(findings.filter(({ problem }) => !problem.endsWith('its order is missing'))).toEqual([]);
});
