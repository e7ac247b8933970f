// The arrows between the words: each uses only those before it, and what belongs to no word knows none.
import { dirname } from 'node:path/posix';

import { wordsBefore, type Place } from './check-imports-places.ts';
import type { Rule } from './check-imports-breach.ts';

const wordlessKnowsNoWord: Rule = ({ from, to }) => {
  if (!from.isWordless || to.kind !== 'own') return undefined;
  const knows = to.place.word ?? (isWiring(to.place) ? to.place.path : undefined);
  return knows === undefined
    ? undefined
    : {
        rule: `${dirname(from.path)}/ knows no domain word, here ${knows}`,
        advice: 'take what is needed as an argument, or move the file to the word',
      };
};

const wiringStaysOnTop: Rule = ({ from, to }) =>
  from.word !== undefined && to.kind === 'own' && isWiring(to.place)
    ? {
        rule: `a word never imports the file that wires it (${to.place.path})`,
        advice: 'take it as an argument or a typed hook',
      }
    : undefined;

/** Every endpoint, and every event, on one page. */
const listsOfAll = new Set(['contract/api.ts', 'contract/events.ts']);

const sharedKnowsNoWord: Rule = ({ from, to }) => {
  if (from.word !== undefined || to.kind !== 'own' || to.place.word === undefined) return undefined;
  const isShared = /^(contract|db\/tables)\/[^/]+\.ts$/.test(from.path) && !listsOfAll.has(from.path);
  return isShared && from.floor === to.place.floor
    ? {
        rule: `${from.path} is shared by every word and imports none, here ${to.place.word}`,
        advice: 'move the code into the word, or the shared shape out of it',
      }
    : undefined;
};

const wordsInOrder: Rule = ({ from, to, words }) => {
  if (
    from.word === undefined ||
    to.kind !== 'own' ||
    to.place.word === undefined ||
    to.place.word === from.word
  ) {
    return undefined;
  }
  return wordsBefore(from.word, words).includes(to.place.word)
    ? undefined
    : {
        rule: `${from.word} may use only the words before it, and ${to.place.word} comes later`,
        advice: 'declare a typed hook in the earlier word and let server/app.ts (or the page) wire it',
      };
};

const onlyServices: Rule = ({ from, to }) => {
  const crosses =
    from.floor === 'server' && from.word !== undefined && to.kind === 'own' && to.place.floor === 'server';
  if (!crosses || to.place.word === undefined || to.place.word === from.word) return undefined;
  return to.place.path === `server/${to.place.word}/service.ts`
    ? undefined
    : {
        rule: `of another word only service.ts may be imported, not ${to.place.path}`,
        advice: `add what is missing to server/${to.place.word}/service.ts`,
      };
};

export const wordRules = [
  wordlessKnowsNoWord,
  wiringStaysOnTop,
  sharedKnowsNoWord,
  wordsInOrder,
  onlyServices,
];

function isWiring(place: Place): boolean {
  if (place.path === 'contract/api.ts') return true;
  if (place.floor === 'server') return place.segments.length === 2;
  return (
    place.floor === 'web' &&
    (place.segments.length === 2 || ['routes', 'layout'].includes(place.segments[1] ?? '')) &&
    !place.isFree
  );
}
