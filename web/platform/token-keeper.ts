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

/** A token is renewed this long before it expires, in milliseconds. */
const renewAheadMs = 120_000;
/** A token that expires within this time is not sent any more, in milliseconds. */
const tooOldMs = 15_000;
/** The shortest time between two scheduled renewals, in milliseconds. */
const renewAtMostEveryMs = 30_000;

export interface TokenKeeperOptions {
  readonly storage: KeyStore;
  /** Sends calls without a token. */
  readonly plainSend: Send;
  /** Requests a new token by the session cookie. */
  readonly issueToken: (email: string) => Promise<string>;
  readonly onChange: () => void;
}

/** Renews the access token in local storage, and sends it with the calls that require it. */
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

  /** Sends a call, with the access token if it requires one; a refused token is renewed once. */
  send: Send = async (request) => {
    if (request.knowsViewer !== true) return this.#plainSend(request);
    const token = await this.#freshToken();
    const reply = await this.#plainSend(withToken(request, token));
    if (reply.status !== 401 || token === undefined) return reply;
    return this.#plainSend(withToken(request, await this.renew()));
  };

  /** Opens a streaming answer, such as an event stream, with the access token; a refused token is renewed once. */
  open = async (url: string, signal: AbortSignal): Promise<Response> => {
    const ask = (token: string | undefined) =>
      fetch(url, { signal, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
    const response = await ask(await this.#freshToken());
    return response.status === 401 ? ask(await this.renew()) : response;
  };

  /** Requests a new token; if the server no longer knows the session, the person is signed out here, too. */
  renew(): Promise<string | undefined> {
    this.#renewal ??= this.#askForToken().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Renews the token if it expires soon, and sets the timer for the next renewal. */
  renewWhenDue(): void {
    const record = this.read();
    if (record === undefined || document.visibilityState === 'hidden') return;
    if (record.endsAt - Date.now() > renewAheadMs) {
      this.schedule();
      return;
    }
    // A failed renewal is repeated by the timer, by the next call or when the person returns to the page.
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
      // The person has signed out or in as somebody else meanwhile, here or in another tab.
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
