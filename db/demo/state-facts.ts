/** The facts that the demo's sellers state beyond the spec's fields. */
import { accessories, type Colour, colours, storageSizesGb } from '#contract/phone-words.ts';
import { deviceName } from '#db/devices/device.ts';
import { deviceSlug } from '#db/devices/seed-devices.ts';
import { devices } from '#db/devices/devices.ts';
import { chanceOf } from './chance.ts';
import { describePhone } from './describe-phone.ts';
import type { Accessory, Condition, Offer, PhoneFacts } from './offer.ts';
import type { PhoneModel } from './phone-models.ts';

/** The facts of one offer, the same every time. */
export function stateFacts(offer: Offer): PhoneFacts {
  const { model, condition, colourName, storage, years, index } = offer;
  const chance = chanceOf(`facts of ${model.maker} ${model.model} ${index}`);
  const device = findDevice(model);
  const facts = {
    deviceSlug: device === undefined ? undefined : deviceSlug(device),
    storageGb: storageSizesGb.find((size) => storage === `${size} GB`),
    colour: foldColour(colourName),
    networkLock: lockOf(model, chance()),
    batteryHealth: batteryOf(model, condition, years, chance),
    accessories: accessories.filter((each) => chance() < ownedShare[each]),
  };
  return { ...facts, description: describePhone({ ...offer, ...facts }, chance) };
}

/** The catalogue distinguishes models of one name by their year: "Moto G Power (2022)". */
function findDevice(model: PhoneModel) {
  const name = deviceName(model).toLowerCase();
  const ofMaker = devices.filter(({ maker }) => maker === model.maker);
  const called = (wanted: string) => ofMaker.find((device) => deviceName(device).toLowerCase() === wanted);
  return called(`${name} (${model.year})`) ?? called(name);
}

/** Makers' colour names that do not contain their colour family. */
const folded: Readonly<Record<string, Colour>> = {
  amber: 'orange',
  beige: 'brown',
  coral: 'orange',
  cream: 'white',
  gray: 'grey',
  hazel: 'green',
  lilac: 'purple',
  milk: 'white',
  mint: 'green',
  peony: 'pink',
  platinum: 'silver',
  rose: 'pink',
  sunshower: 'gold',
  teal: 'green',
  titanium: 'grey',
  turquoise: 'green',
  violet: 'purple',
  wine: 'red',
};

/** The colour family of a maker's colour name: "Pink Gold" is pink, "Amber Gold" gold. */
export function foldColour(name: string): Colour {
  const words = name.toLowerCase().split(' ');
  const family = words.flatMap((word) => colours.find((each) => each === word) ?? [])[0];
  const meant = family ?? words.flatMap((word) => folded[word] ?? [])[0];
  if (meant === undefined) throw new Error(`The demo's colour ${name} is of no family`);
  return meant;
}

function lockOf({ year }: PhoneModel, chance: number): PhoneFacts['networkLock'] {
  if (chance < 0.07 && year > 2010) return 'locked';
  return chance < 0.8 ? 'unlocked' : undefined;
}

/**
 * Most phones of the last ten years report it, and half of their sellers state it; it satisfies the grades' criteria.
 */
function batteryOf(
  { year, build }: PhoneModel,
  condition: Condition,
  years: number,
  chance: () => number,
): number | undefined {
  const [isTold, spread] = [chance() < 0.55, chance()];
  if (!isTold || year < 2017 || build.form === 'keypad' || build.form === 'clamshell') return undefined;
  const worn = Math.round(100 - years * (2.2 + 2.4 * spread));
  const [least, most] = batteryRanges[condition];
  return Math.max(least + Math.round(3 * spread), Math.min(most, worn));
}

const batteryRanges: Record<Condition, readonly [least: number, most: number]> = {
  'Fresh Condition': [90, 100],
  'Good Condition': [80, 97],
  'Bad Condition': [58, 84],
};

const ownedShare: Record<Accessory, number> = {
  box: 0.46,
  charger: 0.55,
  cable: 0.58,
  case: 0.36,
  earphones: 0.1,
  receipt: 0.28,
};
