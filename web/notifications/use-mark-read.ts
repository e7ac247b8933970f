import { useMutation, useQueryClient } from '@tanstack/react-query';

import { markAllRead, markRead } from '#contract/notifications.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';

import { notificationsKey } from './unread-query.ts';

/** Marks one notification as read, or all where none is named; list and bell follow. */
export function useMarkRead(_id?: string) {
  const call = useCall();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: () => (_id === undefined ? call(markAllRead) : call(markRead, { params: { _id } })),
    onError: (error) => toasts.error(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
  });
  return { markRead: () => mutate(), isMarking: isPending };
}
