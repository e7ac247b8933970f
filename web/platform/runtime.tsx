/** What a page needs of its surroundings: the session, the way to the server and the cache of its answers. */
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

import type { Identity } from './access-token.ts';
import { type InputArgs, call, upload } from './api.ts';
import { openStorage } from './browser-storage.ts';
import { createQueryClient } from './query-client.ts';
import { createSendByFetch } from './send-by-fetch.ts';
import type { Send } from './send.ts';
import type { LoadSessionCalls } from './session-calls.ts';
import { type AuthAction, Session, unknownSession } from './session.ts';
import { useToasts } from './toasts.tsx';

const SessionContext = createContext<Session | undefined>(undefined);

/** Holds one session and one cache for the page. */
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

/** The session object itself, for what has to work outside of rendering. */
function useSessionObject(): Session {
  const session = use(SessionContext);
  if (session === undefined)
    throw new Error('A component that needs the session stands outside RuntimeProvider.');
  return session;
}

export interface CurrentSession {
  readonly status: 'unknown' | 'signed-out' | 'signed-in';
  readonly identity: Identity | undefined;
  /** The action that is under way. */
  readonly pending: AuthAction | undefined;
  readonly signIn: Session['signIn'];
  readonly googleLogin: Session['googleLogin'];
  readonly createUser: Session['createUser'];
  readonly updateProfile: Session['updateProfile'];
  readonly signOut: Session['signOut'];
  readonly followAccount: Session['followAccount'];
}

/** Who is signed in, and the ways in and out. Signed out for everyone while the server renders. */
export function useSession(): CurrentSession {
  const session = useSessionObject();
  const { status, identity, pending } = useSyncExternalStore(
    session.subscribe,
    session.getState,
    () => unknownSession,
  );
  const { signIn, googleLogin, createUser, updateProfile, signOut, followAccount } = session;
  return {
    status,
    identity,
    pending,
    signIn,
    googleLogin,
    createUser,
    updateProfile,
    signOut,
    followAccount,
  };
}

/** A way to the server that does more than the session's own, for the pages below it. */
export const SendContext = createContext<Send | undefined>(undefined);

/** The way to the server with the person's access token, for queries. */
export function useSend(): Send {
  const { send } = useSessionObject();
  return use(SendContext) ?? send;
}

/** Opens answers that go on, such as a stream of events, with the person's access token. */
export const useOpen = (): Session['open'] => useSessionObject().open;

/** Makes calls of the contract as the signed-in person: `await call(addProduct, { body })`. */
export function useCall(): <const E extends EndpointSpec>(
  endpoint: E,
  ...input: InputArgs<E>
) => Promise<ReplyOf<E>> {
  const send = useSend();
  return useCallback((endpoint, ...input) => call(send, endpoint, ...input), [send]);
}

/** Sends forms with files as the signed-in person: `await upload(uploadImage, form, setProgress)`. */
export function useUpload(): <const E extends EndpointSpec>(
  endpoint: E,
  form: FormData,
  onProgress?: (share: number) => void,
  params?: Readonly<Record<string, string>>,
) => Promise<ReplyOf<E>> {
  const send = useSend();
  return useCallback(
    (endpoint, form, onProgress, params) => upload(send, endpoint, form, onProgress, params),
    [send],
  );
}

/** Keeps the token fresh, the root element's mark true, and one person's answers from the next one's eyes. */
function SessionWatch({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  useEffect(() => session.start(), [session]);
  useEffect(() => {
    let uid = session.getState().identity?.uid;
    // The mark of before the first paint was a guess: what is kept as a token need not be one.
    markRoot(session);
    return session.subscribe(() => {
      const { identity, pending } = session.getState();
      markRoot(session);
      if (identity?.uid === uid) return;
      // Whoever did not ask for it here learns why they see the login page.
      if (identity === undefined && pending !== 'signOut') toasts.info('You are logged out');
      const wasSignedOut = uid === undefined;
      uid = identity?.uid;
      // A visitor's answers are public: the list that they left for the login stands there when they come back.
      if (wasSignedOut) void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
      else queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({ type: 'active' });
    });
  }, [session, queryClient, toasts]);
  return null;
}

const markRoot = (session: Session): void =>
  void document.documentElement.toggleAttribute('data-signed-in', session.getState().status === 'signed-in');
