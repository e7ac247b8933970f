import type { MouseEvent } from 'react';

import { LinkButton } from '#web/ui/button.tsx';
import { SpinnerMark } from '#web/ui/spinner.tsx';

export interface MoreLinkProps {
  /** The URL with the rest of the list, for those who open it elsewhere or without scripts. */
  readonly to: string;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** The link to the rest of a list: a real link, which extends this page where that is possible. */
export function MoreLink({ to, isLoading, onMore }: MoreLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isLoading) onMore();
  };
  return (
    <div className="flex justify-center pt-8">
      <LinkButton to={to} variant="quiet" aria-busy={isLoading || undefined} onClick={follow}>
        Show more
        {isLoading && <SpinnerMark />}
      </LinkButton>
    </div>
  );
}
