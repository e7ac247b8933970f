/**
 * Updates a signed-in person's pages while they are open: an event stream reports what changed, and the stale queries
 * are refetched.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import type { LiveMessage } from '#contract/live.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { isRecord } from '#web/platform/is-record.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useOpen, useSession } from '#web/platform/runtime.tsx';

import { readEventStream } from './read-event-stream.ts';

const phones = [queryKeys.products.all, queryKeys.advertisements.all];
const phonesAndOrders = [...phones, accountKeys.bookings.all, accountKeys.orders.all];

// Notifications also report that a copy of the person's data is ready, the state of a payout, a suspension and its
// end, and another e-mail address.
const notifiedData = [
  accountKeys.notifications.all,
  accountKeys.privacy.own,
  accountKeys.payouts.all,
  accountKeys.suspension,
  queryKeys.ownUser.all,
];

/** The queries that are stale after each event. */
const staleAfter: Readonly<Record<LiveMessage['kind'], readonly QueryKey[]>> = {
  'booking.held': phonesAndOrders,
  'booking.paid': phonesAndOrders,
  'booking.cancelled': phonesAndOrders,
  'booking.expired': phonesAndOrders,
  'booking.refunded': phonesAndOrders,
  'product.edited': phones,
  'product.live': phones,
  'product.paused': phones,
  'product.sold_elsewhere': phones,
  'product.reserved': phones,
  'product.sold': phonesAndOrders,
  'product.withdrawn': phonesAndOrders,
  'product.hidden': phonesAndOrders,
  'product.removed': phonesAndOrders,
  order: [...phonesAndOrders, accountKeys.payouts.all],
  notification: notifiedData,
  missed: [...phonesAndOrders, ...notifiedData],
};

/** A page loads its own data first. Data that changes meanwhile is refetched when the stream opens. */
const openAfterMs = 2_000;

/** The first pause before connecting again, in milliseconds; each further one is twice as long, up to the longest. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** The server sends something every 25 seconds. A longer pause means that a proxy is buffering the stream. */
const longestIdleMs = 60_000;

/**
 * The stream is open while the tab is visible and somebody is signed in. All data that it updates is refetched after
 * every gap, and when a lost connection is back.
 *
 * @param options.refetchesShown whether the queries that the page shows are refetched at once; otherwise they are when
 *   they are shown the next time, and only notifications and the phone of a phone's own page at once
 */
export function useLiveUpdates({ refetchesShown }: { refetchesShown: boolean }): void {
  const queryClient = useQueryClient();
  const open = useOpen();
  const { status, identity } = useSession();
  const email = status === 'signed-in' ? identity?.email : undefined;
  const refetch = useEffectEvent((kind: LiveMessage['kind']): void => {
    for (const queryKey of staleAfter[kind]) {
      const isAtOnce = refetchesShown || queryKey === accountKeys.notifications.all;
      void queryClient.invalidateQueries({ queryKey, refetchType: isAtOnce ? 'active' : 'none' });
    }
    // A phone's page shows whether it can be booked.
    void queryClient.refetchQueries({ queryKey: queryKeys.products.pages, type: 'active', stale: true });
  });
  useEffect(() => {
    if (email === undefined) return undefined;
    let watching: AbortController | undefined;
    const reconnect = (event?: Event): void => {
      watching?.abort();
      watching = undefined;
      if (document.visibilityState === 'hidden') return;
      watching = new AbortController();
      void watch(
        (signal) => open('/api/events', signal),
        (kind) => refetch(kind),
        // A page that becomes visible, or has its connection back, has loaded its data long ago or could not load it.
        { signal: watching.signal, afterMs: event === undefined ? openAfterMs : 0 },
      );
    };
    document.addEventListener('visibilitychange', reconnect);
    // The stream may survive a loss of the connection in which other calls have failed.
    window.addEventListener('online', reconnect);
    reconnect();
    return () => {
      document.removeEventListener('visibilitychange', reconnect);
      window.removeEventListener('online', reconnect);
      watching?.abort();
    };
  }, [email, open]);
}

type OpenStream = (signal: AbortSignal) => Promise<Response>;

/** Listens until `signal` aborts, and reconnects whenever the stream breaks. */
async function watch(
  openStream: OpenStream,
  refetch: (kind: LiveMessage['kind']) => void,
  { signal, afterMs }: { signal: AbortSignal; afterMs: number },
): Promise<void> {
  let pauseMs = firstPauseMs;
  const onOpen = (): void => {
    pauseMs = firstPauseMs;
    refetch('missed');
  };
  await pause(afterMs, signal);
  while (!signal.aborted) {
    try {
      await listen(openStream, { onOpen, onKind: refetch }, signal);
    } catch (error) {
      // If a server answers but provides no stream, the page reads everything again with every attempt. Without a
      // server that is useless.
      if (error instanceof NoStreamError && !signal.aborted) refetch('missed');
    }
    await pause(pauseMs * (0.5 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** The server or a proxy answers, but provides no stream, or one in which nothing arrives. */
class NoStreamError extends Error {}

interface Listener {
  readonly onOpen: () => void;
  readonly onKind: (kind: LiveMessage['kind']) => void;
}

/** One connection, until it ends. */
async function listen(
  openStream: OpenStream,
  { onOpen, onKind }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const idle = new AbortController();
  const endWhenIdle = (): void => idle.abort(new NoStreamError());
  let timer = setTimeout(endWhenIdle, longestIdleMs);
  try {
    const { ok, body } = await openStream(AbortSignal.any([signal, idle.signal]));
    if (!ok || body === null) throw new NoStreamError();
    onOpen();
    const onBytes = (): void => {
      clearTimeout(timer);
      timer = setTimeout(endWhenIdle, longestIdleMs);
    };
    await readEventStream(body, { onBytes, onData: (data) => onKind(readKind(data)) });
  } finally {
    clearTimeout(timer);
  }
}

/** An unknown kind, from a newer server, may affect anything. */
function readKind(data: string): LiveMessage['kind'] {
  const message: unknown = JSON.parse(data);
  const kind = isRecord(message) ? message.kind : undefined;
  return isKnown(kind) ? kind : 'missed';
}

const isKnown = (kind: unknown): kind is LiveMessage['kind'] =>
  typeof kind === 'string' && kind in staleAfter;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
