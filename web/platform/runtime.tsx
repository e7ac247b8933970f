/** The environment of a page: session, access to the server, and the query cache. */
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  createContext,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';

import type { EndpointSpec, ReplyOf } from '#contract/endpoint.ts';

import { type InputArgs, type UploadOptions, call, upload } from './api.ts';
import { openStorage } from './browser-storage.ts';
import { createQueryClient } from './query-client.ts';
import { createSendByFetch } from './send-by-fetch.ts';
import type { Send } from './send.ts';
import type { LoadSessionCalls } from './session-calls.ts';
import { Session, type SessionState, unknownSession } from './session.ts';
import { useToasts } from './toasts.tsx';

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides one session and one cache for the page. */
export function RuntimeProvider({
  sessionCalls,
  children,
}: {
  sessionCalls: LoadSessionCalls;
  children: ReactNode;
}) {
  const [session] = useState(() => new Session(openStorage(), createSendByFetch(), sessionCalls));
  const [queryClient] = useState(() => createQueryClient());
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <SessionWatch session={session} />
        {children}
      </QueryClientProvider>
    </SessionContext>
  );
}

/** The session object itself, for code outside of rendering. */
function useSessionObject(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('No RuntimeProvider around this component');
  return session;
}

/** Who is signed in, and the functions to sign in and out. While the server renders, everybody is signed out. */
export function useSession(): SessionState & Session['actions'] {
  const session = useSessionObject();
  const state = useSyncExternalStore(session.subscribe, session.getState, () => unknownSession);
  return { ...state, ...session.actions };
}

/** Replaces the session's own `Send` for the pages below. */
export const SendContext = createContext<Send | undefined>(undefined);

/** Sends requests with the person's access token, for queries. */
export function useSend(): Send {
  const { send } = useSessionObject();
  return use(SendContext) ?? send;
}

/** Opens streaming answers, such as an event stream, with the person's access token. */
export const useOpen = (): Session['open'] => useSessionObject().open;

/** Makes calls of the contract as the signed-in person: `await call(addProduct, { body })`. */
export function useCall(): <const E extends EndpointSpec>(
  endpoint: E,
  ...input: InputArgs<E>
) => Promise<ReplyOf<E>> {
  const send = useSend();
  return useCallback((endpoint, ...input) => call(send, endpoint, ...input), [send]);
}

/** Sends forms with files as the signed-in person: `await upload(uploadImage, form, { onUploadProgress })`. */
export function useUpload(): <const E extends EndpointSpec>(
  endpoint: E,
  form: FormData,
  options?: UploadOptions,
) => Promise<ReplyOf<E>> {
  const send = useSend();
  return useCallback((endpoint, form, options) => upload(send, endpoint, form, options), [send]);
}

/** Renews the token, updates the root element's attribute, and separates the answers of one person from the next. */
function SessionWatch({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  useEffect(() => session.start(), [session]);
  useEffect(() => {
    let uid = session.getState().identity?.uid;
    // The attribute set before the first paint was a guess: the stored token may be invalid.
    markRoot(session);
    return session.subscribe(() => {
      const { identity, pending } = session.getState();
      markRoot(session);
      if (identity?.uid === uid) return;
      // A person who did not sign out on this page is told why they see the login page.
      if (identity === undefined && pending !== 'signOut') toasts.info('You are logged out');
      const wasSignedOut = uid === undefined;
      uid = identity?.uid;
      // A visitor's answers are public: a list that they left for the login is still there when they return.
      if (wasSignedOut) void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
      else queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({ type: 'active' });
    });
  }, [session, queryClient, toasts]);
  return null;
}

const markRoot = (session: Session): void =>
  void document.documentElement.toggleAttribute('data-signed-in', session.getState().status === 'signed-in');
