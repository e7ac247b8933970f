/** The links in mails that turn such mail off: they name a person and kinds, are signed, and never expire. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { isId } from '#contract/id.ts';

interface Unsubscribing {
  readonly personId: string;
  readonly kinds: readonly string[];
}

export interface UnsubscribeLinks {
  sign(content: Unsubscribing): string;
  /** The content of a token; undefined if we did not sign it. */
  read(token: string): Unsubscribing | undefined;
}

/** @param secret the installation's secret */
export function createUnsubscribeLinks(secret: string): UnsubscribeLinks {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'ringback unsubscribe link', 32));
  const signatureOf = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  return {
    sign: ({ personId, kinds }) => {
      const payload = Buffer.from([personId, ...kinds].join(' ')).toString('base64url');
      return `${payload}.${signatureOf(payload).toString('base64url')}`;
    },
    read: (token) => {
      const [payload = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = signatureOf(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const [personId = '', ...kinds] = Buffer.from(payload, 'base64url').toString('utf8').split(' ');
      return isId(personId) && kinds.length > 0 ? { personId, kinds } : undefined;
    },
  };
}
