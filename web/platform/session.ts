import type { Identity } from './access-token.ts';
import { ApiError } from './api-error.ts';
import type { KeyStore } from './browser-storage.ts';
import { openPopup, waitForReport } from './google-popup.ts';
import { paths } from './paths.ts';
import type { Send } from './send.ts';
import type { AccountUser, LoadSessionCalls } from './session-calls.ts';
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

  /** Starts renewing the token and following other tabs; returns what stops it. */
  start = (): (() => void) => {
    const look = (): void => this.#tokens.renewWhenDue();
    const follow = (): void => this.#update();
    window.addEventListener('storage', follow);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    look();
    // Until then the person goes by his e-mail address.
    if (this.#tokens.read()?.isComplete === false) this.#completeIdentity().catch(() => undefined);
    return () => {
      this.#tokens.stop();
      window.removeEventListener('storage', follow);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  };

  signIn = (credentials: { email: string; password: string }): Promise<Identity> =>
    this.#during('signIn', async () => {
      const calls = await this.#calls();
      return this.#enter(await calls.signIn(this.#plainSend, credentials));
    });

  createUser = (account: { name: string; email: string; password: string }): Promise<Identity> =>
    this.#during('createUser', async () => {
      const calls = await this.#calls();
      return this.#enter(await calls.signUp(this.#plainSend, account));
    });

  /**
   * Signs in with Google in a window of its own. Has to be called straight from a click.
   *
   * @returns undefined when the person closed the window
   * @throws PopupBlockedError
   */
  googleLogin = (): Promise<Identity | undefined> =>
    this.#during('googleLogin', async () => {
      const popup = openPopup();
      const report = await this.#followPopup(popup);
      if (report === undefined) return undefined;
      if (report.error !== undefined) throw new ApiError(400, { message: report.error });
      const calls = await this.#calls();
      const account = await calls.findAccount(this.#plainSend);
      return account === undefined ? undefined : this.#enter(account);
    });

  /** Changes one's own name and photo. */
  updateProfile = (changes: { displayName?: string; photoURL?: string }): Promise<void> =>
    this.#during('updateProfile', async () => {
      const { displayName, photoURL } = changes;
      const calls = await this.#calls();
      await calls.changeProfile(this.send, { name: displayName, photoURL });
      const record = this.#tokens.read();
      if (record === undefined) return;
      const { identity } = record;
      const changed = {
        displayName: displayName ?? identity.displayName,
        photoURL: photoURL ?? identity.photoURL,
      };
      this.#tokens.keep({ ...identity, ...changed }, record.token);
    });

  /** Ends the session on the server, then here. Where the server cannot be reached the person stays signed in. */
  signOut = (): Promise<void> =>
    this.#during('signOut', async () => {
      const calls = await this.#calls();
      await calls.signOut(this.#plainSend);
      this.#tokens.leave();
    });

  async #followPopup(popup: Window): ReturnType<typeof waitForReport> {
    try {
      const done = `${window.location.origin}${paths.popupDone}`;
      const calls = await this.#calls();
      const url = await calls.beginGoogle(this.#plainSend, done);
      if (url !== undefined) popup.location.href = url;
    } catch (error) {
      popup.close();
      throw error;
    }
    return waitForReport(popup);
  }

  async #enter(user: AccountUser): Promise<Identity> {
    const identity = { uid: user.id, displayName: user.name, email: user.email, photoURL: user.image ?? '' };
    const calls = await this.#calls();
    this.#tokens.keep(identity, await calls.issueToken(this.#plainSend, user.email));
    return identity;
  }

  async #completeIdentity(): Promise<void> {
    const email = this.#tokens.read()?.identity.email;
    if (email === undefined) return;
    const calls = await this.#calls();
    const identity = await calls.getIdentity(this.send, email);
    const token = this.#tokens.read()?.token;
    if (token !== undefined) this.#tokens.keep(identity, token);
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
