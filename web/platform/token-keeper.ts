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
import type { LoadSessionCalls } from './session-calls.ts';

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
  readonly calls: LoadSessionCalls;
  readonly onChange: () => void;
}

/** Renews the access token in local storage, and sends it with the calls that require it. */
export class TokenKeeper {
  readonly #storage: KeyStore;
  readonly #plainSend: Send;
  readonly #calls: LoadSessionCalls;
  readonly #onChange: () => void;
  #renewal: Promise<string | undefined> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ storage, plainSend, calls, onChange }: TokenKeeperOptions) {
    this.#storage = storage;
    this.#plainSend = plainSend;
    this.#calls = calls;
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

  /**
   * Sends a call, with the access token if it requires one; a refused token is renewed once. If a call about the
   * person's own address is refused, the address may have been changed on another device: a renewal finds that out, and
   * the page asks again under the new one.
   */
  send: Send = async (request) => {
    if (request.knowsViewer !== true) return this.#plainSend(request);
    const token = await this.#freshToken();
    const reply = await this.#plainSend(withToken(request, token));
    // If the renewal fails, the page must get the refusal.
    if (reply.status === 403 && this.#namesOwnAddress(request)) await this.renew().catch(() => undefined);
    if (reply.status !== 401 || token === undefined) return reply;
    return this.#plainSend(withToken(request, await this.renew()));
  };

  /** Opens a streaming answer, such as an event stream, with the access token; a refused token is renewed once. */
  open = async (url: string, signal: AbortSignal): Promise<Response> => {
    const ask = (token: string | undefined) =>
      fetch(url, {
        signal,
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        // Of two requests for one URL, Firefox's cache keeps the second until the first has ended.
        cache: 'no-store',
      });
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
    const asked = this.read()?.identity;
    if (asked === undefined) return undefined;
    try {
      const { email, token } = await this.#issueToken(asked);
      const now = this.read();
      // The person has signed out or in as somebody else meanwhile, here or in another tab.
      if (now?.identity.email !== asked.email) return now?.token;
      this.keep({ ...now.identity, email }, token);
      return token;
    } catch (error) {
      if (!isApiError(error, 401) && !isApiError(error, 403)) throw error;
      this.leave();
      return undefined;
    }
  }

  /** Requests a new token by the session cookie; if its account has another address by now, for that one. */
  async #issueToken({ uid, email }: Identity): Promise<{ email: string; token: string }> {
    const calls = await this.#calls();
    const issue = async (address: string) => ({
      email: address,
      token: await calls.issueToken(this.#plainSend, address),
    });
    try {
      return await issue(email);
    } catch (error) {
      const account = isApiError(error, 403) ? await calls.findAccount(this.#plainSend) : undefined;
      if (account?.id !== uid || account.email === email) throw error;
      return issue(account.email);
    }
  }

  #namesOwnAddress({ url }: SendRequest): boolean {
    const email = this.read()?.identity.email;
    return email !== undefined && url.includes(encodeURIComponent(email));
  }
}

const withToken = (request: SendRequest, token: string | undefined): SendRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
