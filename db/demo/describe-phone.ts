import { pick } from './chance.ts';
import type { Offer, PhoneFacts } from './offer.ts';

type Facts = Offer & Omit<PhoneFacts, 'description'>;

/** A seller's description of a phone: one to four sentences that agree with its facts. */
export function describePhone(facts: Facts, chance: () => number): string {
  const state = pick(stateOf(facts), chance());
  const rest = [
    [0.5, pick(reasonsOf(facts), chance())],
    [0.75, batteryOf(facts, chance())],
    [0.6, handOver(facts)],
    [0.4, lockOf(facts, chance())],
    [0.35, pick(meetings, chance()).replace('{place}', facts.location)],
  ] as const;
  const said = rest.flatMap(([share, sentence]) => (sentence !== '' && chance() < share ? [sentence] : []));
  return [state, ...said].slice(0, 4).join(' ');
}

function stateOf({ condition, model, years }: Facts): readonly string[] {
  const hasKeys = model.build.form === 'keypad' || model.build.form === 'clamshell';
  const used = years === 1 ? 'for a year' : `for ${years} years`;
  if (condition === 'Fresh Condition') {
    return [
      'Kept in a case from the first day; there is no mark on it.',
      'Hardly used: it was my second phone.',
      `Mine ${used}, and you would think it had just left the shop.`,
      'Screen, frame and back are clean, and everything works.',
      hasKeys
        ? 'Every key is crisp and the paint is whole.'
        : 'There was a glass on the screen all the time.',
    ];
  }
  if (condition === 'Good Condition') {
    return [
      `I used it every day ${used} and looked after it.`,
      'Some fine lines on the frame that you only see in the sun.',
      'Light wear around the charging port, otherwise tidy.',
      hasKeys
        ? 'The keys shine a little where the thumb goes.'
        : 'Two hairlines on the back, the screen is clear.',
      'All of it works: speakers, microphone, charging.',
    ];
  }
  return [
    hasKeys
      ? 'The shell is scuffed at every corner; the keys all work.'
      : 'The back glass has a crack from corner to corner.',
    'It fell once: there is a dent in the frame, and the loudspeaker rattles at full volume.',
    hasKeys
      ? 'The lid of the battery sits loose.'
      : 'A deep scratch runs over the upper third of the screen, touch works everywhere.',
    'The button on the side wants a firm press.',
    'The port is worn: the cable has to sit just right to charge.',
  ];
}

/** Only a phone that was hardly used can have been one too many from the first day. */
const reasonsOf = ({ years, condition }: Facts): readonly string[] => [
  'I am selling it because I moved to a bigger one.',
  'My office gave me another phone.',
  'It has been lying in a drawer since spring.',
  years === 1 && condition === 'Fresh Condition'
    ? 'It was a present, and I already had one.'
    : 'I treated myself to a newer one.',
  'My daughter wants another colour.',
  'I need the money for a camera.',
  'Two phones are one too many.',
];

const meetings = [
  'You can try it before you pay; I am in {place} most evenings.',
  'We can meet at a café in {place}.',
  'Pick it up in {place}, or ask me about a courier.',
] as const;

function batteryOf({ batteryHealth, model }: Facts, chance: number): string {
  if (batteryHealth === undefined) {
    return model.year < 2012 ? 'The battery is not the first one and lasts for days.' : '';
  }
  if (batteryHealth >= 90) {
    return pick(
      ['A charge lasts me from morning to night.', `The battery still shows ${batteryHealth}%.`],
      chance,
    );
  }
  if (batteryHealth >= 80) {
    return pick(['The battery gets me through a working day.', 'I charge it once, in the evening.'], chance);
  }
  return pick(['The battery wants replacing soon.', 'By the afternoon it wants a charger.'], chance);
}

function handOver({ accessories }: Facts): string {
  if (accessories.length === 0) return 'You get the phone alone, without anything around it.';
  const named = accessories.map((each) => words[each]);
  const last = named.at(-1) ?? '';
  const list = named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`;
  return `You also get ${list}.`;
}

const words = {
  box: 'the box',
  charger: 'the charger',
  cable: 'a cable',
  case: 'a case',
  earphones: 'unused earphones',
  receipt: 'the receipt',
} as const;

function lockOf({ networkLock }: Facts, chance: number): string {
  if (networkLock === 'locked') return 'It is locked to the network that I had it from.';
  if (networkLock === undefined) return '';
  return pick(['It takes the card of any network.', 'I had two networks in it, no lock.'], chance);
}
