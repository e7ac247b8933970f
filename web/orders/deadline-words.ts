/** An order's deadline in words: how long it is until then, and what happens if nobody acts. */
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import type { Order, OrderNext } from '#contract/orders.ts';

import { becomesWords } from './order-words.ts';

/** A duration in at most two units: "2 days 3 h", "5 h 10 min", "12 min". */
export function leftWords(leftMs: number): string {
  if (leftMs <= 0) return 'any moment now';
  if (leftMs < minuteMs) return 'less than a minute left';
  const days = Math.floor(leftMs / dayMs);
  const hours = Math.floor((leftMs % dayMs) / hourMs);
  const minutes = Math.floor((leftMs % hourMs) / minuteMs);
  const parts = [
    days === 0 ? '' : `${days} ${days === 1 ? 'day' : 'days'}`,
    hours === 0 ? '' : `${hours} h`,
    minutes === 0 || days > 0 ? '' : `${minutes} min`,
  ];
  return `${parts.filter((part) => part !== '').join(' ')} left`;
}

export interface Deadline {
  readonly next: OrderNext;
  readonly role: Order['role'];
  /** While a bank holds the money, nothing ends the order automatically. */
  readonly waitsForBank: boolean;
}

/** The words around a deadline's date; `left` says how long it is until then, which is not true for long on paper. */
export function deadlineWords(
  { next, role, waitsForBank }: Deadline,
  leftMs: number,
): { before: string; left: string; after: string } {
  const isHeldBack = waitsForBank && next.becomes !== null && !isOpenOrder(next.becomes);
  // Neither an admin's deadline nor one that waits for a bank ends anything automatically.
  if (leftMs <= 0 && (next.step === 'decide' || isHeldBack))
    return { before: 'Was due', left: '', after: '.' };
  const silence = isHeldBack ? 'it waits for the bank' : consequenceWords(next, role);
  const outcome = silence === undefined ? '' : ` If nothing happens by then, ${silence}.`;
  return { before: 'Until', left: ` (${leftWords(leftMs)})`, after: `.${outcome}` };
}

/** What happens to the order if nobody acts. */
function consequenceWords({ step, becomes }: OrderNext, role: Order['role']): string | undefined {
  // The hand-over is late: that begins the seller's time to object.
  if (becomes === 'cancelled' && step !== 'object')
    return `${becomesWords(becomes, role)}, unless ${role === 'seller' ? 'you object' : 'the seller objects'}`;
  if (becomes !== null) return becomesWords(becomes, role);
  return step === 'agree' || step === 'answer' || step === 'take-back' ? 'Ringback decides' : undefined;
}
