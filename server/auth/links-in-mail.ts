/**
 * The secret tokens in the texts of queued mail: their lifetime begins when the mail is sent, and failed mail contains
 * none.
 */
import { hashOf, renewToken, restartLinks } from './mail-links.ts';
import type { LinksInMail } from '#server/mails/service.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Patterns of a token in a link, and of the hash that replaces it. */
const tokenPattern = /(?<=token=)[\w-]{43}(?![\w.-])/g;
const hiddenPattern = /(?<=token=)hidden\.[\w-]{43}/g;
const hidden = 'hidden.';

export const linksInMail = (clock: Clock): LinksInMail => ({
  restart: async (db, text) => {
    const hashes = [...new Set(text.match(tokenPattern))].map(hashOf);
    if (hashes.length > 0) await restartLinks(db, hashes, clock.now());
  },
  hide: (text) => text.replaceAll(tokenPattern, (token) => `${hidden}${hashOf(token)}`),
  reveal: async (tx, texts) => {
    const tokens = new Map<string, string>();
    for (const mark of new Set(texts.flatMap((text) => text.match(hiddenPattern) ?? []))) {
      const token = await renewToken(tx, mark.slice(hidden.length), clock.now());
      if (token === undefined) return undefined;
      tokens.set(mark, token);
    }
    return texts.map((text) => text.replaceAll(hiddenPattern, (mark) => tokens.get(mark) ?? mark));
  },
});
