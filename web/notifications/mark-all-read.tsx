import { useQuery } from '@tanstack/react-query';

import { useSend } from '#web/platform/runtime.tsx';
import { Button } from '#web/ui/button.tsx';

import { unreadQuery } from './unread-query.ts';
import { useMarkRead } from './use-mark-read.ts';

/** Nothing where nothing is unread. */
export function MarkAllRead() {
  const { data } = useQuery(unreadQuery(useSend()));
  const { markRead, isMarking } = useMarkRead();
  if (data === undefined || data.unread === 0) return null;
  return (
    <Button variant="quiet" onClick={markRead} isBusy={isMarking}>
      Mark all as read
    </Button>
  );
}
