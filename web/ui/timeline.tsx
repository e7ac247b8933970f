import type { ReactNode } from 'react';

import { Moment } from './moment.tsx';
import { Ring, type RingTone } from './ring.tsx';
import { CheckIcon } from './icons.tsx';

export interface TimelineEntry {
  readonly key: string;
  readonly title: string;
  /** When it happened; left out for future entries. */
  readonly time?: string;
  readonly tone?: RingTone;
  /** The completed share of the whole after this entry, 0 to 1, which its ring shows. */
  readonly share?: number;
  /** Who did it and why. */
  readonly note?: ReactNode;
}

/** Past entries, oldest first, and future ones: each has a ring, which the last step closes. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label={label} className="timeline">
      {entries.map(({ key, title, time, tone = 'good', share = 1, note }) => (
        <li key={key} data-done={time !== undefined}>
          <Ring value={time === undefined ? 0 : share} tone={tone} className="size-6">
            {time !== undefined && <CheckIcon className="size-3.5" />}
          </Ring>
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className={time === undefined ? 'text-quiet' : 'font-semibold'}>{title}</span>
              <span className="text-small text-quiet">
                {time === undefined ? 'To come' : <Moment time={time} />}
              </span>
            </p>
            {note !== undefined && <div className="text-small wrap-anywhere text-quiet">{note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
