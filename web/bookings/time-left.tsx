import type { Booking } from '#contract/bookings.ts';
import { useNow } from '#web/platform/use-now.ts';
import { ClockIcon } from '#web/ui/tool-icons.tsx';
import { paperMomentWords } from '#web/ui/moment-words.ts';
import { Ring } from '#web/ui/ring.tsx';

import { holdLeft } from './hold.ts';

/** The text shows minutes; the ring moves a little more often. */
const tickMs = 10_000;

/** A ring and a text for the remaining time of a hold; on paper, its end. */
export function TimeLeft({ booking }: { booking: Booking }) {
  const left = holdLeft(booking, useNow(tickMs));
  if (left === undefined) return null;
  const { holdExpiresAt } = booking;
  return (
    <span
      data-paper={holdExpiresAt === null ? undefined : `Held until ${paperMomentWords(holdExpiresAt)}`}
      className="inline-flex items-center gap-2 text-small text-wait"
    >
      <Ring value={left.share} tone="wait" className="size-8 print:hidden">
        <ClockIcon className="size-4" />
      </Ring>
      <span className="tablet:min-w-20 wide:whitespace-nowrap print:hidden">{left.words}</span>
    </span>
  );
}
