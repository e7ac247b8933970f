import { Button } from './button.tsx';

export interface PagerProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** The button for the rest of a list; renders nothing if all of it is shown. */
export function Pager({ hasMore, isLoading, onMore }: PagerProps) {
  if (!hasMore) return null;
  return (
    <div className="flex justify-center pt-8">
      <Button variant="quiet" onClick={onMore} isBusy={isLoading}>
        Show more
      </Button>
    </div>
  );
}
