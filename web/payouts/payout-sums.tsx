import { formatCents } from '#contract/money.ts';
import type { PayoutOverview } from '#contract/payouts.ts';
import { balanceWords, blockWordsOf } from '#contract/payouts-words.ts';

/** Where a seller's money is, and if it is not paid out, why. */
export function PayoutSums({ overview }: { overview: PayoutOverview }) {
  const { waitingCents, yoursCents, onItsWayCents, paidOutCents, heldBackCents } = overview;
  const waitsFor = blockWordsOf(overview);
  return (
    <section aria-label="Where your money is" className="grid gap-4">
      <dl className="grid gap-4 phone:grid-cols-2 wide:grid-cols-4">
        <Sum name="Waiting" cents={waitingCents}>
          Held in open orders. Yours when they are completed.
        </Sum>
        <Sum name="Yours" cents={yoursCents}>
          {balanceWords(yoursCents)}
        </Sum>
        <Sum name="On its way" cents={onItsWayCents}>
          Set aside for you, or on its way to your bank.
        </Sum>
        <Sum name="Paid out" cents={paidOutCents}>
          All that was paid out so far.
        </Sum>
      </dl>
      {waitsFor !== undefined && (
        <p role="status" className="rounded-card bg-wait-soft px-4 py-3 print:px-0">
          {waitsFor}
        </p>
      )}
      {heldBackCents > 0 && (
        <p className="text-quiet">
          {formatCents(heldBackCents)} of it is held back: a bank or Ringback still has to decide about a
          sale.
        </p>
      )}
    </section>
  );
}

function Sum({ name, cents, children }: { name: string; cents: number; children: string }) {
  return (
    <div className="grid content-start gap-1 rounded-card border border-line bg-surface p-4">
      <dt className="text-small text-quiet">{name}</dt>
      <dd className="font-display text-title font-bold tabular-nums">{formatCents(cents)}</dd>
      <dd className="text-small text-quiet">{children}</dd>
    </div>
  );
}
