/** The secrets in texts of mail that waits: their time begins when they can be read, and what has failed has none. */
import { hashOf, renewToken, restartLinks } from './mail-links.ts';
import type { LinksInMail } from '#server/mails/service.ts';
import type { Clock } from '#server/platform/clock.ts';

/** A token as it stands in a link, and the hash that takes its place. */
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
