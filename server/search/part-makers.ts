/** "iphone samsung", "iphone 13, galaxy s22": no phone is of two makers, so one or the other is meant. */
import { deviceName } from '#db/devices/device.ts';
import { devices } from '#db/devices/devices.ts';
import { isChoiceWord, type Meant } from './join-choices.ts';

const fewOfMaker = 5;
const fewOfName = 18;

/** Parts the words of different makers by an "or". */
export function partMakers(meant: readonly Meant[]): Meant[] {
  let before: string | undefined;
  return meant.flatMap((term) => {
    if (isChoiceWord(term.shown)) before = undefined;
    const maker = makerOf(term);
    const isOther = before !== undefined && maker !== undefined && maker !== before;
    before = maker ?? before;
    return isOther ? [{ query: '', shown: 'or' }, term] : [term];
  });
}

function makerOf({ shown }: Meant): string | undefined {
  const makers = shown.split(' ').flatMap((word) => tellingWords.get(word) ?? []);
  return new Set(makers).size === 1 ? makers[0] : undefined;
}

/**
 * Words that tell who made a phone: makers, and names that many models of one maker have ("iphone", "galaxy"). Of fewer
 * models a name may be an ordinary word ("find", "hot").
 */
const tellingWords: ReadonlyMap<string, string> = collectTellingWords();

function collectTellingWords(): Map<string, string> {
  const named = devices.flatMap((device) => {
    const words = wordsOf(deviceName(device)).filter((word) => /^[a-z]{3,}$/.test(word));
    return [...new Set(words)].map((word) => ({ word, maker: device.maker }));
  });
  return new Map(
    [...Map.groupBy(named, ({ word }) => word)].flatMap(([word, all]) => {
      const maker = all[0]?.maker ?? '';
      const isOfOne = all.every((each) => each.maker === maker);
      const least = wordsOf(maker).join(' ') === word ? fewOfMaker : fewOfName;
      return isOfOne && all.length >= least ? [[word, maker] as const] : [];
    }),
  );
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}
