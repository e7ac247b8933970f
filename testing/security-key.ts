/** A device with one passkey, as it appears in a browser's JSON, implemented with Node's cryptography. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface KeyChanges {
  readonly origin?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** The site that the device believes it is used on. */
  readonly rpId?: string;
  /** Bits: 1 user present, 4 user verified, 64 credential included. */
  readonly flags?: number;
  readonly counter?: number;
}

export interface SecurityKey {
  readonly id: string;
  /** The answer to `navigator.credentials.create`. */
  create(challenge: string, changes?: KeyChanges): Record<string, unknown>;
  /** The answer to `navigator.credentials.get`. */
  get(challenge: string, changes?: KeyChanges): Record<string, unknown>;
}

const kinds = {
  es256: { alg: -7, make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  eddsa: { alg: -8, make: () => generateKeyPairSync('ed25519') },
  rs256: { alg: -257, make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
} as const;

/** A new device for pages of `origin`. */
export function createSecurityKey(origin: string, kind: keyof typeof kinds = 'es256'): SecurityKey {
  const { alg, make } = kinds[kind];
  const { publicKey, privateKey } = make();
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  const answerTo = (challenge: string, type: string, withCredential: boolean, changes: KeyChanges) => {
    const { rpId = new URL(origin).hostname, counter = 0, flags = withCredential ? 69 : 5 } = changes;
    const { crossOrigin = false } = changes;
    const client = { type: changes.type ?? type, challenge, origin: changes.origin ?? origin, crossOrigin };
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    return {
      clientData: Buffer.from(JSON.stringify(client)),
      authenticatorData: Buffer.concat([
        createHash('sha256').update(rpId).digest(),
        Buffer.from([flags]),
        count,
        ...(withCredential ? [Buffer.alloc(16), length, credential] : []),
      ]),
    };
  };
  return {
    id,
    create: (challenge, changes = {}) => {
      const { clientData, authenticatorData } = answerTo(challenge, 'webauthn.create', true, changes);
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        publicKeyAlgorithm: alg,
        attestationObject: 'o2NmbXRkbm9uZQ',
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
    get: (challenge, changes = {}) => {
      const { clientData, authenticatorData } = answerTo(challenge, 'webauthn.get', false, changes);
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signatureOf(privateKey, authenticatorData, clientData),
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
  };
}

function signatureOf(key: KeyObject, authenticatorData: Buffer, clientData: Buffer): string {
  const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return sign(hash, signed, key).toString('base64url');
}
