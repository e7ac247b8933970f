import type { ReportState } from '#contract/reports.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** The outcome of a report. */
export const reportStateBadges = {
  open: { tone: 'wait', word: 'Open' },
  upheld: { tone: 'bad', word: 'Phone removed' },
  dismissed: { tone: 'quiet', word: 'Dismissed' },
} as const satisfies Record<ReportState, { tone: BadgeTone; word: string }>;
