// Unclear phrases that were replaced once must not reappear in texts for people (docs/words.md).
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { listFiles, readFiles } from './check-files.ts';

const root = join(import.meta.dirname, '..');

const odd: readonly RegExp[] = [
  /link is not whole/i,
  /take all back/i,
  /it starts and calls/i,
  /settings tell it/i,
  /that was a lot at once/i,
  /looking up what you may see/i,
  /cannot be done as it stands/i,
  /the nearest phones'/i,
  /begin anew/i,
  /silent for \{/i,
  /signed in nowhere/i,
  /there was none to/i,
  /not given any more/i,
  /go on with it/i,
  /by now\./i,
  /nothing fits/i,
  /\bwake up\b/i,
  /not let in/i,
  /takes no more answers/i,
  /another one has taken its place/i,
  /did not take the refund/i,
  /nothing to do for you/i,
  /said by its seller/i,
  /what its seller said/i,
  /back takes longer/i,
  /nothing follows from it/i,
  /itself you check/i,
  /elsewhere we cannot/i,
  /and looked at: with it/i,
  /of its first capacity/i,
  /other than the maker’s parts/i,
  /goes on where you were/i,
  /news of the payment provider/i,
  /law on accounts/i,
];

/** An apostrophe in JSX text must be ’, not the straight one; texts need the typographic one. */
const straightApostrophe = />[^<>{}]*[a-z]'(?:s|t|re|ll|ve) /;

test('no text on a screen or in a mail has a phrase that was found odd', async () => {
  const paths = (await listFiles(root)).filter((path) =>
    /^(web|contract|server)\/(?!.*\.test\.).*\.tsx?$/.test(path),
  );
  const files = await readFiles(root, paths);
  const found = [...files].flatMap(([path, source]) => {
    const texts = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const hits = [...odd, ...(path.endsWith('.tsx') ? [straightApostrophe] : [])];
    return hits.flatMap((phrase) => {
      const [text] = phrase.exec(texts) ?? [];
      return text === undefined ? [] : [`${path}: ${text}`];
    });
  });
  expect(files.size).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
