/** Keeps what a signed-in person sees up to date while they look at it: one stream, and what it names is read again. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { LiveMessage } from '#contract/live.ts';
import { isRecord } from '#web/platform/is-record.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useOpen, useSession } from '#web/platform/runtime.tsx';

import { readEventStream } from './read-event-stream.ts';

const phones = [queryKeys.products.all, queryKeys.advertisements.all];
const phonesAndOrders = [...phones, queryKeys.bookings.all];

/** What shows something else after each event. */
const staleAfter: Readonly<Record<LiveMessage['kind'], readonly QueryKey[]>> = {
  'booking.held': phonesAndOrders,
  'booking.paid': phonesAndOrders,
  'booking.cancelled': phonesAndOrders,
  'booking.expired': phonesAndOrders,
  'booking.refunded': phonesAndOrders,
  'product.live': phones,
  'product.reserved': phones,
  'product.sold': phonesAndOrders,
  'product.removed': phonesAndOrders,
  missed: phonesAndOrders,
};

/** A page first reads what it shows. Whatever happens meanwhile is read again when the stream is open. */
const openAfterMs = 2_000;

/** The first pause before connecting again, in milliseconds; each further one is twice as long, up to the longest. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Open while the tab is visible and somebody is signed in. After every gap all that it feeds is read again. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const open = useOpen();
  const { status, identity } = useSession();
  const email = status === 'signed-in' ? identity?.email : undefined;
  useEffect(() => {
    if (email === undefined) return undefined;
    const refetch = (kind: LiveMessage['kind']): void => {
      for (const queryKey of staleAfter[kind]) void queryClient.invalidateQueries({ queryKey });
    };
    let watching: AbortController | undefined;
    const look = (): void => {
      watching?.abort();
      watching = undefined;
      if (document.visibilityState === 'hidden') return;
      watching = new AbortController();
      void watch((signal) => open('/api/events', signal), refetch, watching.signal);
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      document.removeEventListener('visibilitychange', look);
      watching?.abort();
    };
  }, [email, open, queryClient]);
}

type OpenStream = (signal: AbortSignal) => Promise<Response>;

/** Listens until `signal` ends it, connecting again whenever the stream breaks. */
async function watch(
  openStream: OpenStream,
  refetch: (kind: LiveMessage['kind']) => void,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = firstPauseMs;
  await pause(openAfterMs, signal);
  while (!signal.aborted) {
    try {
      const { ok, body } = await openStream(signal);
      if (!ok || body === null) throw new Error('There is no stream');
      pauseMs = firstPauseMs;
      refetch('missed');
      await readEventStream(body, (data) => refetch(readKind(data)));
    } catch {
      // Without a stream the page works as before; the next try comes by itself.
    }
    await pause(pauseMs * (0.5 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** A kind that this page does not know, from a newer server, may concern anything. */
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
