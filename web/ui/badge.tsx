import type { ReactNode } from 'react';

export type BadgeTone = 'good' | 'wait' | 'bad' | 'quiet';

const tones: Record<BadgeTone, string> = {
  good: 'bg-good-soft text-good',
  wait: 'bg-wait-soft text-wait',
  bad: 'bg-bad-soft text-bad',
  quiet: 'bg-sunken text-quiet',
};

export interface BadgeProps {
  readonly tone: BadgeTone;
  readonly icon?: ReactNode;
  /** A sentence with a person's name, which may be wider than the screen. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

/** A state as a pill: always a word, with a colour and an optional icon. */
export function Badge({ tone, icon, isLong = false, children }: BadgeProps) {
  return (
    <span
      // Not `wrap-anywhere`: that is for names alone, and takes the direction from the first word.
      className={`inline-flex items-center gap-1 justify-self-start px-2.5 py-0.5 text-small print:px-0 font-semibold ${isLong ? 'rounded-control [overflow-wrap:anywhere]' : 'rounded-pill phone:whitespace-nowrap'} ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  );
}
