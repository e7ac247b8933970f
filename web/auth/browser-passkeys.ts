/** The browser's passkey functions. Loaded only where they are used. */
import {
  addPasskey,
  beginPasskey,
  beginPasskeyUse,
  NewCredential,
  UsedCredential,
} from '#contract/auth-passkeys.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';
import { UserFacingError } from '#web/platform/user-facing-error.ts';

/** Whether passkeys can be used on this page: browsers do not support them if the host is an IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/**
 * Lets the person choose one of their passkeys.
 *
 * @param offer `signal` withdraws the offer; with `isQuiet` it is shown among the suggestions of the e-mail field
 * @returns undefined if they chose none
 */
export async function choosePasskey(
  send: Send,
  { signal, isQuiet = false }: { readonly signal?: AbortSignal; readonly isQuiet?: boolean } = {},
): Promise<UsedCredential | undefined> {
  const options = await call(send, beginPasskeyUse, { signal });
  const credential = await orNone(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      signal,
      ...(isQuiet ? { mediation: 'conditional' } : {}),
    }),
  );
  return credential && UsedCredential.parse(credential.toJSON());
}

/** Creates a passkey on this device and adds it to the account. @throws PasskeyError if the device created none */
export async function createPasskey(send: Send, name: string): Promise<void> {
  const options = await call(send, beginPasskey);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await orNone(navigator.credentials.create({ publicKey }));
  if (credential === undefined)
    throw new PasskeyError('Your device did not create a passkey. You can try again.');
  await call(send, addPasskey, { body: { name, credential: NewCredential.parse(credential.toJSON()) } });
}

/** The browser's credential; undefined if the person declined or took too long, or if the offer was withdrawn. */
async function orNone(asked: Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    const credential = await asked;
    return credential instanceof PublicKeyCredential ? credential : undefined;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    if (name === 'InvalidStateError')
      throw new PasskeyError('This device has a passkey of your account already.');
    throw error;
  }
}

class PasskeyError extends UserFacingError {
  override readonly name = 'PasskeyError';
}
