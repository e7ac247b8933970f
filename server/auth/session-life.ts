/** The lifetime of sessions: some days after their last use, limited by a longest life. */
import { dayMs } from '#contract/durations.ts';

export interface SessionLife {
  /** `SESSION_MAX_DAYS`: the longest life, also for a session that is in use. */
  readonly maxDays: number;
}

/** After this many days without use a session ends, if its longest life is not shorter. */
export const idleDays = 30;

/** When a session that begins now ends if it is not used again. */
export const firstEndOf = (begin: Date, { maxDays }: SessionLife): Date =>
  new Date(begin.getTime() + Math.min(idleDays, maxDays) * dayMs);
