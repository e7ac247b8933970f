import { useInfiniteQuery, useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';

import { type Notification, markAllRead, markRead } from '#contract/notifications.ts';
import noNotifications from '#web/pictures/no-notifications.svg';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useSend, useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Moment } from '#web/ui/moment.tsx';

import { notificationsQuery } from './notification-queries.ts';
import { NotificationText } from './notification-text.tsx';
import { unreadQuery } from './unread-query.ts';

/** The person's notifications, newest first, with the list's loading, empty and error states. */
export function NotificationList() {
  const { data, error, isFetching, isFetchNextPageError, ...list } = useInfiniteQuery(
    notificationsQuery(useSend()),
  );
  const shown = useRef<HTMLUListElement>(null);
  if (data === undefined && error === null) return <ListSkeleton />;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const showMore = () => list.fetchNextPage();
  const retry = (): void => void list.refetch();
  return (
    <div className="grid gap-3">
      {error !== null && (
        <ErrorNotice
          error={error}
          onRetry={isFetchNextPageError ? () => void showMore() : retry}
          isRetrying={isFetching}
        />
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title="No notifications yet" picture={noNotifications}>
          What happens to your phones, orders, money and account appears here.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul ref={shown} className="grid gap-3">
          {rows.map((row) => (
            <Row key={row._id} row={row} />
          ))}
        </ul>
      )}
      <Pager list={shown} hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onMore={showMore} />
    </div>
  );
}

function Row({ row }: { row: Notification }) {
  const { _id, title, text, link, time, isRead } = row;
  const article = useRef<HTMLElement>(null);
  const heading = `notification-${_id}`;
  return (
    <li>
      <article
        ref={article}
        tabIndex={-1}
        aria-labelledby={heading}
        className={`grid gap-2 rounded-card border px-4 py-3 ${isRead ? 'border-line' : 'border-action bg-surface'}`}
      >
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 id={heading} className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            {title} {!isRead && <Badge tone="good">New</Badge>}
          </h3>
          <span className="text-small text-quiet">
            <Moment time={time} />
          </span>
        </header>
        <NotificationText text={text} />
        {(link !== null || !isRead) && <RowActions row={row} article={article} />}
      </article>
    </li>
  );
}

interface RowActionsProps {
  readonly row: Notification;
  readonly article: RefObject<HTMLElement | null>;
}

/** Both name the notification, because screen readers may read them without it. */
function RowActions({ row: { _id, title, link, isRead }, article }: RowActionsProps) {
  const { mark, isMarking } = useMarkRead(_id, article);
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {link !== null && (
        <LinkButton
          variant="quiet"
          to={link.path}
          onClick={isRead ? undefined : mark}
          aria-label={`${link.label}: ${title}`}
        >
          {link.label}
        </LinkButton>
      )}
      {!isRead && (
        <Button
          variant="plain"
          onClick={mark}
          isBusy={isMarking}
          aria-label={`Mark as read: ${title}`}
          className={link === null ? '-ml-4' : ''}
        >
          Mark as read
        </Button>
      )}
    </div>
  );
}

const skeletonRows = ['first', 'second', 'third'] as const;

function ListSkeleton() {
  return (
    <LoadingRegion label="Loading your notifications" className="grid gap-3">
      {skeletonRows.map((row) => (
        <div key={row} className="grid gap-2 rounded-card border border-line px-4 py-3">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-5 w-4/5" />
        </div>
      ))}
    </LoadingRegion>
  );
}

/** Marks one notification as read, or all if none is named; updates list and bell. */
function useMarkRead(_id?: string, row?: RefObject<HTMLElement | null>) {
  const call = useCall();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: () => (_id === undefined ? call(markAllRead) : call(markRead, { params: { _id } })),
    onError: (error) => toasts.error(messageOf(error)),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: accountKeys.notifications.all });
      // What is read has no button any more.
      focusContentIfLost(row?.current);
    },
  });
  return { mark: () => mutate(), isMarking: isPending };
}

/** Renders nothing if all are read. */
export function MarkAllRead() {
  const { data } = useQuery(unreadQuery(useSend()));
  const { mark, isMarking } = useMarkRead();
  if (data === undefined || data.unread === 0) return null;
  return (
    <Button variant="quiet" onClick={mark} isBusy={isMarking}>
      Mark all as read
    </Button>
  );
}
