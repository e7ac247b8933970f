import { demoPeople } from './people.ts';
import type { PhoneColour, PhoneModel } from './phone-models.ts';
import type { PhoneSpec } from './phone-spec.ts';
import { phoneModels } from './phones.ts';

type Condition = 'Fresh Condition' | 'Good Condition' | 'Bad Condition';

export type DemoPhone = {
  maker: string;
  model: string;
  colourName: string;
  /** Such as '128 GB'; empty where the phone has none worth naming. */
  storage: string;
  condition: Condition;
  location: string;
  /** What the seller paid, and what he asks now. */
  buyCents: number;
  sellCents: number;
  /** Years of use, as the form's text: '2'. */
  useYear: string;
  /** Hours before the seed's own time; no two are alike. */
  listedHoursAgo: number;
  /** Index into `demoPeople`. */
  seller: number;
  /** Phones with the same picture share this name: draw it once. */
  pictureName: string;
  spec: PhoneSpec;
};

/** The year in which the demo's prices were thought up; fixed, so that every seed is the same. */
const demoYear = 2026;
const conditions: readonly Condition[] = [
  'Fresh Condition',
  'Good Condition',
  'Good Condition',
  'Fresh Condition',
  'Bad Condition',
];
const worth: Record<Condition, number> = {
  'Fresh Condition': 1,
  'Good Condition': 0.86,
  'Bad Condition': 0.6,
};
/** Some sellers list from other towns than their own. */
const travels = [
  'Gazipur',
  'Cumilla',
  'Barishal',
  'Rangpur',
  'Mymensingh',
  'Narayanganj',
  "Cox's Bazar",
  'Kolkata',
  'London',
  'Toronto',
];
const sellerCount = demoPeople.filter((person) => person.userType === 'Seller').length;

/** About 120 phones, newest first and well mixed, the same on every machine. */
export const demoPhones: readonly DemoPhone[] = mixOrder(phoneModels.flatMap(offersOf)).map(
  (phone, index) => ({
    ...phone,
    listedHoursAgo: 2 + index * 7 + (index % 5),
  }),
);

/** Indexes into `demoPhones` that run as advertisements. */
export const demoAdvertisements: readonly number[] = chooseAdvertisements();

function offersOf(model: PhoneModel): DemoPhone[] {
  return Array.from({ length: model.offers }, (_, index) => {
    const colour = model.colours[index % model.colours.length];
    if (colour === undefined) throw new Error(`${model.model} has no colour`);
    return offer(model, colour, index);
  });
}

function offer(model: PhoneModel, colour: PhoneColour, index: number): DemoPhone {
  const chance = chanceOf(`${model.maker} ${model.model} ${index}`);
  const condition = pick(conditions, chance());
  const seller = Math.floor(chance() * sellerCount);
  const home = demoPeople[seller]?.location ?? 'Dhaka';
  const years = usedYears(model, chance());
  const prices = priceOf(model, condition, years, chance());
  return {
    maker: model.maker,
    model: model.model,
    colourName: colour.name,
    storage: model.storages[index % Math.max(1, model.storages.length)] ?? '',
    condition,
    location: chance() < 0.68 ? home : pick(travels, chance()),
    ...prices,
    useYear: String(years),
    listedHoursAgo: 0,
    seller,
    pictureName: `${model.maker} ${model.model} ${colour.name}`,
    spec: { ...model.build, colour: colour.back, frame: colour.frame },
  };
}

function usedYears({ year }: PhoneModel, chance: number): number {
  const age = demoYear - year;
  return Math.max(1, Math.min(12, Math.round(age * (0.45 + 0.5 * chance))));
}

/** Loses a quarter a year and keeps a tenth: old phones are worth something to collectors. */
function priceOf(
  model: PhoneModel,
  condition: Condition,
  years: number,
  chance: number,
): { buyCents: number; sellCents: number } {
  const paid = Math.round(model.launchPrice * (0.84 + 0.16 * chance));
  const kept = Math.max(0.1, 0.82 * 0.77 ** (years - 1));
  const asked = Math.max(9, Math.round(paid * kept * worth[condition]));
  const ending = [0, 50, 99, 90][Math.floor(chance * 97) % 4] ?? 0;
  return { buyCents: paid * 100 - 1, sellCents: asked * 100 - (ending === 0 ? 0 : 100 - ending) };
}

/** Deals the list out like cards, so that one maker's phones do not stand in a row. */
function mixOrder(phones: DemoPhone[]): DemoPhone[] {
  return phones
    .map((phone, index) => ({ phone, place: chanceOf(`${phone.pictureName} ${index}`)() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ phone }) => phone);
}

/** One of each of these, from a verified seller and in a condition that one would show, where there is such a one. */
function chooseAdvertisements(): number[] {
  const models = [
    'iPhone 13',
    'Galaxy S22',
    'Pixel 8',
    'Xiaomi 13',
    'OnePlus 11',
    'Nokia 3310',
    'Nothing Phone (1)',
    'Fairphone 4',
  ];
  return models.map((model) => {
    const isOne = (phone: DemoPhone): boolean => phone.model === model;
    const best = demoPhones.findIndex((phone) => isOne(phone) && isShowpiece(phone));
    return best === -1 ? demoPhones.findIndex(isOne) : best;
  });
}

function isShowpiece({ condition, seller }: DemoPhone): boolean {
  return condition !== 'Bad Condition' && demoPeople[seller]?.isVerified === true;
}

function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.min(items.length - 1, Math.floor(chance * items.length))];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Numbers between 0 and 1 that depend on the name alone (mulberry32 over an FNV-1a hash). */
function chanceOf(name: string): () => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
