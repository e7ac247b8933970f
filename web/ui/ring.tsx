import type { ReactNode } from 'react';

/** `good` for what holds, `wait` for what runs out or is not yet so, `quiet` for what is only a measure. */
export type RingTone = 'good' | 'wait' | 'bad' | 'quiet';

const tones: Record<RingTone, string> = {
  good: 'stroke-good',
  wait: 'stroke-wait',
  bad: 'stroke-bad',
  quiet: 'stroke-quiet',
};

export interface RingProps {
  /** How much of the ring is drawn, 0 to 1; at 1 it is closed. */
  readonly value: number;
  readonly tone?: RingTone;
  /** What the ring says to those who do not see it. Leave it out where a word beside it says the same. */
  readonly label?: string;
  /** Size classes of the whole. */
  readonly className?: string;
  /** What stands inside the ring. */
  readonly children?: ReactNode;
}

/** The one mark of the product: a ring that is drawn as far as something holds. */
export function Ring({ value, tone = 'good', label, className = 'size-11', children }: RingProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <span
      className={`relative inline-grid shrink-0 place-items-center ${className}`}
      {...(label === undefined ? {} : { role: 'img', 'aria-label': label })}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 44 44"
        fill="none"
        className="absolute inset-0 size-full -rotate-90"
      >
        <circle cx="22" cy="22" r="20.5" strokeWidth="2.5" className="stroke-line" />
        {share > 0 && (
          <circle
            cx="22"
            cy="22"
            r="20.5"
            pathLength="100"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeDasharray={`${share * 100} 100`}
            className={tones[tone]}
          />
        )}
      </svg>
      {children !== undefined && <span className="grid size-[82%] place-items-center">{children}</span>}
    </span>
  );
}
