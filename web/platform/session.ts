import { type Identity, readSession } from './access-token.ts';
import { isApiError } from './api-error.ts';
import type { KeyStore } from './browser-storage.ts';
import { NetworkError, type Send } from './send.ts';
import type { LoadSessionCalls } from './session-calls.ts';
import type { SessionOperations } from './session-operations.ts';
import type { TokenKeeper } from './token-keeper.ts';

type AuthAction = 'signIn' | 'googleLogin' | 'createUser' | 'updateProfile' | 'signOut';

/** `unknown` is the state that the server renders: signed out for everyone, until the browser has read its storage. */
export interface SessionState {
  readonly status: 'unknown' | 'signed-out' | 'signed-in';
  readonly identity?: Identity;
  /** The running action, if any. */
  readonly pending?: AuthAction;
}

export const unknownSession: SessionState = { status: 'unknown' };

/** Who is signed in in this browser, and the functions to sign in and out. */
export class Session {
  readonly #storage: KeyStore;
  readonly #plainSend: Send;
  readonly #calls: LoadSessionCalls;
  #keeper: Promise<TokenKeeper> | undefined;
  readonly #listeners = new Set<() => void>();
  #state: SessionState;

  /** @param plainSend sends calls without a token */
  constructor(storage: KeyStore, plainSend: Send, calls: LoadSessionCalls) {
    this.#storage = storage;
    this.#plainSend = plainSend;
    this.#calls = calls;
    this.#state = this.#read();
  }

  getState = (): SessionState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sends a call, with the access token if it requires one. */
  send: Send = async (request) => {
    const isSignedOut = readSession(this.#storage) === undefined;
    return isSignedOut ? this.#plainSend(request) : (await this.#tokens()).send(request);
  };

  /** Opens a streaming answer, with the access token. */
  open = async (url: string, signal: AbortSignal): Promise<Response> =>
    (await this.#tokens()).open(url, signal);

  /** Starts renewing the token and following other tabs. @returns stops it */
  start = (): (() => void) => {
    const ending = new AbortController();
    const until = { signal: ending.signal };
    const check = (): void => void this.#check().catch(ignoreUntilNextCheck);
    window.addEventListener('storage', () => this.#update(), until);
    // A page that the browser kept for Back has missed what other pages stored meanwhile.
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#update(), until);
    window.addEventListener('focus', check, until);
    document.addEventListener('visibilitychange', check, until);
    check();
    return () => {
      ending.abort();
      void this.#keeper?.then((tokens) => tokens.stop(), ignoreUntilNextCheck);
    };
  };

  /** The functions to sign in and out, and to change the account. */
  readonly actions = {
    signIn: (credentials: { email: string; password: string }): Promise<Identity> =>
      this.#during('signIn', async () => (await this.#operations()).signIn(credentials)),

    createUser: (account: { name: string; email: string; password: string }): Promise<Identity> =>
      this.#during('createUser', async () => (await this.#operations()).createUser(account)),

    /**
     * Signs in with Google in a separate window. Must be called directly from a click.
     *
     * @param signal closes the window
     * @returns undefined when the window was closed
     * @throws PopupBlockedError
     */
    googleLogin: (signal: AbortSignal): Promise<Identity | undefined> =>
      this.#during('googleLogin', async () => {
        // Before the first `await`: only then is it still part of the click.
        const popup = window.open('', 'ringback-google', 'popup,width=480,height=640');
        try {
          const operations = await this.#operations();
          return await operations.signInWithGoogle(popup, signal);
        } catch (error) {
          popup?.close();
          throw error;
        }
      }),

    /** Changes the person's own name and photo. */
    updateProfile: (changes: { displayName?: string; photoURL?: string }): Promise<void> =>
      this.#during('updateProfile', async () => (await this.#operations()).updateProfile(changes)),

    /**
     * Ends the session on the server, then here. If the server cannot be reached, the person stays signed in.
     *
     * @param leave deletes the account and leads to the page for whoever has left, before those of the dashboard ask
     *   for a login. If it fails, the person stays signed in
     */
    signOut: (leave?: () => Promise<void>): Promise<void> => {
      // Now, since the session may have ended before the rest is loaded.
      const person = this.#state.identity?.uid;
      return this.#during('signOut', async () => {
        const operations = await this.#operations();
        await leave?.();
        await operations.signOut(person);
      });
    },

    /** Updates the session after a change of its account elsewhere, such as a new e-mail address. */
    followAccount: async (): Promise<void> => (await this.#operations()).followAccount(),
  };

  /** Failures here are retried at the next check. */
  async #check(): Promise<void> {
    const record = readSession(this.#storage);
    if (record === undefined) return;
    (await this.#tokens()).renewWhenDue();
    // Until the identity is known, the person's e-mail address is shown.
    if (!record.isComplete) await (await this.#operations()).completeIdentity();
  }

  /** Not loaded for visitors who do not sign in. */
  async #operations(): Promise<SessionOperations> {
    const parts = Promise.all([import('./session-operations.ts'), this.#calls(), this.#tokens()]);
    const [{ sessionOperations }, calls, tokens] = await parts.catch((error: unknown) => {
      throw new NetworkError('unreachable', error);
    });
    return sessionOperations({ calls, plainSend: this.#plainSend, tokens });
  }

  /** Not loaded for such visitors either. A failed load is repeated. */
  #tokens(): Promise<TokenKeeper> {
    this.#keeper ??= this.#loadKeeper().catch((error: unknown) => {
      this.#keeper = undefined;
      throw new NetworkError('unreachable', error);
    });
    return this.#keeper;
  }

  async #loadKeeper(): Promise<TokenKeeper> {
    const { TokenKeeper } = await import('./token-keeper.ts');
    return new TokenKeeper({
      storage: this.#storage,
      plainSend: this.#plainSend,
      calls: this.#calls,
      onChange: () => this.#update(),
    });
  }

  async #during<Result>(pending: AuthAction, work: () => Promise<Result>): Promise<Result> {
    this.#set({ ...this.#state, pending });
    try {
      return await work();
    } finally {
      this.#set({ ...this.#state, pending: undefined });
    }
  }

  #update(): void {
    this.#set({ ...this.#read(), pending: this.#state.pending });
  }

  #read(): SessionState {
    const record = readSession(this.#storage);
    return record === undefined
      ? { status: 'signed-out' }
      : { status: 'signed-in', identity: record.identity };
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** A missing answer may arrive at the next check; everything else is a mistake and is reported. */
function ignoreUntilNextCheck(error: unknown): void {
  if (!(error instanceof NetworkError) && !isApiError(error)) reportError(error);
}
