/** Passkeys as this browser has them. Loaded where they are used. */
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

/** Whether passkeys can be used on this page: browsers know none at the number of an address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/**
 * Lets the person choose one of their passkeys.
 *
 * @param offer `signal` takes the offer back; with `isQuiet` it stands among what the e-mail field suggests
 * @returns undefined where they chose none
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

/** Makes a passkey on this device and adds it to the account. @throws PasskeyError where the device made none */
export async function createPasskey(send: Send, name: string): Promise<void> {
  const options = await call(send, beginPasskey);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await orNone(navigator.credentials.create({ publicKey }));
  if (credential === undefined) throw new PasskeyError('Your device made no passkey. You can try again.');
  await call(send, addPasskey, { body: { name, credential: NewCredential.parse(credential.toJSON()) } });
}

/** What the browser gave; undefined where the person said no, took too long, or the offer was taken back. */
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
