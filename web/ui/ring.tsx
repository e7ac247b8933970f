import type { ReactNode } from 'react';

/** `good` for what is valid or done, `wait` for what is running out or pending, `quiet` for mere measures. */
export type RingTone = 'good' | 'wait' | 'bad' | 'quiet';

/** The colour of a line in a tone. */
export const tones: Record<RingTone, string> = {
  good: 'stroke-good',
  wait: 'stroke-wait',
  bad: 'stroke-bad',
  quiet: 'stroke-quiet',
};

export interface RingProps {
  /** The share of the ring that is drawn, 0 to 1; at 1 it is closed. */
  readonly value: number;
  readonly tone?: RingTone;
  /** The ring's accessible name. Leave it out if a word beside it says the same. */
  readonly label?: string;
  /** Size classes of the ring. */
  readonly className?: string;
  /** The content inside the ring. */
  readonly children?: ReactNode;
}

/** The product's visual sign: a ring that is drawn according to a share. */
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
