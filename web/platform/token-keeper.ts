import {
  type Identity,
  type SessionRecord,
  clearSession,
  readSession,
  writeSession,
} from './access-token.ts';
import { isApiError } from './api-error.ts';
import type { KeyStore } from './browser-storage.ts';
import type { Send, SendRequest } from './send.ts';

/** A token is renewed this long before it runs out, in milliseconds. */
const renewAheadMs = 120_000;
/** A token that runs out within this time is not sent any more, in milliseconds. */
const tooOldMs = 15_000;
/** The shortest time between two renewals by the clock, in milliseconds. */
const renewAtMostEveryMs = 30_000;

export interface TokenKeeperOptions {
  readonly storage: KeyStore;
  /** Delivers calls without a token. */
  readonly plainSend: Send;
  /** Asks the server for a new token by the session cookie. */
  readonly issueToken: (email: string) => Promise<string>;
  readonly onChange: () => void;
}

/** Keeps the access token in local storage fresh, and sends it along with the calls that ask for it. */
export class TokenKeeper {
  readonly #storage: KeyStore;
  readonly #plainSend: Send;
  readonly #issueToken: (email: string) => Promise<string>;
  readonly #onChange: () => void;
  #renewal: Promise<string | undefined> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ storage, plainSend, issueToken, onChange }: TokenKeeperOptions) {
    this.#storage = storage;
    this.#plainSend = plainSend;
    this.#issueToken = issueToken;
    this.#onChange = onChange;
  }

  read(): SessionRecord | undefined {
    return readSession(this.#storage);
  }

  keep(identity: Identity, token: string): void {
    writeSession(this.#storage, identity, token, Date.now());
    this.#onChange();
    this.schedule();
  }

  leave(): void {
    clearSession(this.#storage);
    this.#onChange();
    this.stop();
  }

  /** Delivers a call with the access token where it asks for one; a refused token is renewed once. */
  send: Send = async (request) => {
    if (request.knowsViewer !== true) return this.#plainSend(request);
    const token = await this.#freshToken();
    const reply = await this.#plainSend(withToken(request, token));
    if (reply.status !== 401 || token === undefined) return reply;
    return this.#plainSend(withToken(request, await this.renew()));
  };

  /** Opens an answer that goes on, such as a stream of events, with the access token; a refused token is renewed once. */
  open = async (url: string, signal: AbortSignal): Promise<Response> => {
    const ask = (token: string | undefined) =>
      fetch(url, { signal, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
    const response = await ask(await this.#freshToken());
    return response.status === 401 ? ask(await this.renew()) : response;
  };

  /** Asks for a new token; where the server knows no such session any more, the person is signed out here too. */
  renew(): Promise<string | undefined> {
    this.#renewal ??= this.#askForToken().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Renews the token when its end is near, and sets the clock for the next time. */
  renewWhenDue(): void {
    const record = this.read();
    if (record === undefined || document.visibilityState === 'hidden') return;
    if (record.endsAt - Date.now() > renewAheadMs) {
      this.schedule();
      return;
    }
    // What fails here is tried again by the clock, by the next call or when the person comes back.
    this.renew().catch(() => this.schedule());
  }

  schedule(): void {
    this.stop();
    const record = this.read();
    if (record === undefined) return;
    const dueInMs = record.endsAt - Date.now() - renewAheadMs;
    this.#timer = setTimeout(() => this.renewWhenDue(), Math.max(dueInMs, renewAtMostEveryMs));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #freshToken(): Promise<string | undefined> {
    const record = this.read();
    if (record === undefined) return undefined;
    return record.endsAt - Date.now() > tooOldMs ? record.token : this.renew();
  }

  async #askForToken(): Promise<string | undefined> {
    const email = this.read()?.identity.email;
    if (email === undefined) return undefined;
    try {
      const accessToken = await this.#issueToken(email);
      const now = this.read();
      // Signed out or in as somebody else meanwhile, here or in another tab.
      if (now?.identity.email !== email) return now?.token;
      this.keep(now.identity, accessToken);
      return accessToken;
    } catch (error) {
      if (!isApiError(error, 401) && !isApiError(error, 403)) throw error;
      this.leave();
      return undefined;
    }
  }
}

const withToken = (request: SendRequest, token: string | undefined): SendRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
