import type { ReactNode } from 'react';

import { Ring, type RingTone, tones } from './ring.tsx';

export interface StepRingProps {
  /** The number of steps that close the ring. */
  readonly steps: number;
  /** The number of completed steps. */
  readonly done: number;
  readonly tone: RingTone;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** The ring of a process in steps: an arc for each completed one, closed when all are done. */
export function StepRing({ steps, done, tone, className = 'size-16', children }: StepRingProps) {
  if (done >= steps) {
    return (
      <Ring value={1} tone={tone} className={className}>
        {children}
      </Ring>
    );
  }
  const arc = 100 / steps;
  return (
    <span className={`relative inline-grid shrink-0 place-items-center ${className}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 44 44"
        fill="none"
        className="absolute inset-0 size-full -rotate-90"
      >
        {Array.from({ length: steps }, (_, step) => (
          <circle
            key={step}
            cx="22"
            cy="22"
            r="20.5"
            pathLength="100"
            strokeWidth="2.5"
            strokeLinecap="round"
            // The round line ends extend into the gap between two arcs.
            strokeDasharray={`${arc - gap} ${100 - arc + gap}`}
            strokeDashoffset={-(step * arc + gap / 2)}
            className={step < done ? tones[tone] : 'stroke-line'}
          />
        ))}
      </svg>
      <span className="grid size-[82%] place-items-center">{children}</span>
    </span>
  );
}

/** The gap between two arcs, where the whole ring is 100. */
const gap = 5;
