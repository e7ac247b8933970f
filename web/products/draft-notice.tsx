import { Button } from '#web/ui/button.tsx';

interface DraftNoticeProps {
  readonly isRestored: boolean;
  readonly onStartOver: () => void;
  readonly children: string;
}

/** Says that a draft was restored, and offers to discard it. */
export const DraftNotice = ({ isRestored, onStartOver, children }: DraftNoticeProps) => (
  <div aria-live="polite">
    {isRestored && (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card bg-wait-soft px-4 py-3">
        <p>{children}</p>
        <Button variant="quiet" onClick={onStartOver}>
          Start over
        </Button>
      </div>
    )}
  </div>
);
