import type { Identity } from './access-token.ts';
import { isApiError } from './api-error.ts';
import type { KeyStore } from './browser-storage.ts';
import { NetworkError, type Send } from './send.ts';
import type { LoadSessionCalls } from './session-calls.ts';
import type { SessionWays } from './session-ways.ts';
import { TokenKeeper } from './token-keeper.ts';

export type AuthAction = 'signIn' | 'googleLogin' | 'createUser' | 'updateProfile' | 'signOut';

/** `unknown` is what the server renders: signed out for everyone, until the browser has looked. */
export interface SessionState {
  readonly status: 'unknown' | 'signed-out' | 'signed-in';
  readonly identity?: Identity;
  /** What is under way (spec section 4: a loading flag is set during each). */
  readonly pending?: AuthAction;
}

export const unknownSession: SessionState = { status: 'unknown' };

/** Who is signed in in this browser, and the ways in and out. */
export class Session {
  readonly #plainSend: Send;
  readonly #calls: LoadSessionCalls;
  readonly #tokens: TokenKeeper;
  readonly #listeners = new Set<() => void>();
  #state: SessionState;

  /** @param plainSend delivers calls without a token */
  constructor(storage: KeyStore, plainSend: Send, calls: LoadSessionCalls) {
    this.#plainSend = plainSend;
    this.#calls = calls;
    const issueToken = async (email: string) => (await calls()).issueToken(plainSend, email);
    this.#tokens = new TokenKeeper({ storage, plainSend, issueToken, onChange: () => this.#update() });
    this.#state = this.#read();
  }

  getState = (): SessionState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Delivers a call, with the access token where it asks for one. */
  send: Send = (request) => this.#tokens.send(request);

  /** Opens an answer that goes on, with the access token. */
  open = (url: string, signal: AbortSignal): Promise<Response> => this.#tokens.open(url, signal);

  /** Starts renewing the token and following other tabs; returns what stops it. */
  start = (): (() => void) => {
    const look = (): void => {
      this.#tokens.renewWhenDue();
      // Until it is known, the person goes by their e-mail address; what fails here is tried again at the next look.
      if (this.#tokens.read()?.isComplete === false) this.#completeIdentity().catch(ignoreUntilNextLook);
    };
    const follow = (): void => this.#update();
    window.addEventListener('storage', follow);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      this.#tokens.stop();
      window.removeEventListener('storage', follow);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  };

  signIn = (credentials: { email: string; password: string }): Promise<Identity> =>
    this.#during('signIn', async () => (await this.#ways()).signIn(credentials));

  createUser = (account: { name: string; email: string; password: string }): Promise<Identity> =>
    this.#during('createUser', async () => (await this.#ways()).createUser(account));

  /**
   * Signs in with Google in a window of its own. Has to be called straight from a click.
   *
   * @returns undefined when the person closed the window
   * @throws PopupBlockedError
   */
  googleLogin = (): Promise<Identity | undefined> =>
    this.#during('googleLogin', async () => {
      // Before anything is awaited: only then is it still part of the click.
      const popup = window.open('', 'ringback-google', 'popup,width=480,height=640');
      try {
        const ways = await this.#ways();
        return await ways.signInWithGoogle(popup);
      } catch (error) {
        popup?.close();
        throw error;
      }
    });

  /** Changes one's own name and photo. */
  updateProfile = (changes: { displayName?: string; photoURL?: string }): Promise<void> =>
    this.#during('updateProfile', async () => (await this.#ways()).updateProfile(changes));

  /** Ends the session on the server, then here. Where the server cannot be reached the person stays signed in. */
  signOut = (): Promise<void> => this.#during('signOut', async () => (await this.#ways()).signOut());

  /** Takes over what has changed about the account elsewhere, as its e-mail address. */
  followAccount = async (): Promise<void> => (await this.#ways()).followAccount();

  async #completeIdentity(): Promise<void> {
    await (await this.#ways()).completeIdentity();
  }

  /** Visitors who only look around need none of it. */
  async #ways(): Promise<SessionWays> {
    const [{ sessionWays }, calls] = await Promise.all([import('./session-ways.ts'), this.#calls()]);
    return sessionWays({ calls, plainSend: this.#plainSend, tokens: this.#tokens });
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
    const record = this.#tokens.read();
    return record === undefined
      ? { status: 'signed-out' }
      : { status: 'signed-in', identity: record.identity };
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Only an answer that did not come may come later; everything else is a mistake and is reported. */
function ignoreUntilNextLook(error: unknown): void {
  if (!(error instanceof NetworkError) && !isApiError(error)) reportError(error);
}
