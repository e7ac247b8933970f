import type { RefObject } from 'react';

import { Button } from './button.tsx';
import { focusContentIfLost } from './focus-content.ts';

export interface PagerProps {
  /** Contains the rows that are shown. */
  readonly list: RefObject<HTMLElement | null>;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => Promise<unknown>;
}

/** The button for the rest of a list; renders nothing if all of it is shown. */
export function Pager({ list, hasMore, isLoading, onMore }: PagerProps) {
  if (!hasMore) return null;
  const showMore = async (): Promise<void> => {
    const rows = list.current?.querySelectorAll<HTMLElement>('tr, li') ?? [];
    const last = [...rows].at(-1);
    await onMore();
    // The button disappears with the last page: reading goes on where the new rows begin.
    focusContentIfLost(last);
  };
  return (
    <div className="flex justify-center pt-8">
      <Button variant="quiet" onClick={() => void showMore()} isBusy={isLoading}>
        Show more
      </Button>
    </div>
  );
}
