import { chanceOf, pick } from './chance.ts';
import type { Side } from './draw-phone.ts';
import { demoPeople } from './people.ts';
import type { PhoneColour, PhoneModel } from './phone-models.ts';
import type { PhoneSpec } from './phone-spec.ts';
import type { Condition, PhoneFacts } from './offer.ts';
import { stateFacts } from './state-facts.ts';
import { appleSamsungPhones } from './phones-apple-samsung.ts';
import { phonesAToL } from './phones-a-to-l.ts';
import { googleXiaomiOnePlusPhones } from './phones-google-xiaomi-oneplus.ts';
import { phonesMToZ } from './phones-m-to-z.ts';
import { nokiaToRealmePhones } from './phones-nokia-to-realme.ts';

/** Every model of the demo, the most wanted first. */
export const phoneModels: readonly PhoneModel[] = [
  ...appleSamsungPhones,
  ...googleXiaomiOnePlusPhones,
  ...nokiaToRealmePhones,
  ...phonesAToL,
  ...phonesMToZ,
];

export type DemoPhone = {
  maker: string;
  model: string;
  colourName: string;
  condition: Condition;
  location: string;
  /** What the seller paid, and the price that they ask. */
  buyCents: number;
  sellCents: number;
  /** Years of use, as the form's text: '2'. */
  useYear: string;
  /** Hours before the time of the seed; no two are alike. */
  listedHoursAgo: number;
  /** Index into `demoPeople`. */
  seller: number;
  /** Phones with the same pictures share this name, so that they are drawn once. */
  pictureName: string;
  /** The sides that its photos show, in order. */
  sides: readonly Side[];
  facts: PhoneFacts;
  spec: PhoneSpec;
};

/** The year for which the demo's prices were chosen; fixed, so that every seed is the same. */
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
const sellerCount = demoPeople.filter((person) => person.userType === 'Seller').length;

const sidesByName = chooseSides();

/** About 120 phones, newest first and well mixed, the same on every machine. */
export const demoPhones: readonly DemoPhone[] = mixOrder(phoneModels.flatMap(offersOf)).map(
  (phone, index) => ({
    ...phone,
    listedHoursAgo: 2 + index * 7 + (index % 5),
  }),
);

/** Indexes into `demoPhones` that are advertised. */
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
  const location = demoPeople[seller]?.location ?? 'Dhaka';
  const years = usedYears(model, chance());
  const prices = priceOf(model, condition, years, chance());
  const storage = model.storages[index % Math.max(1, model.storages.length)] ?? '';
  const pictureName = pictureNameOf(model, colour);
  return {
    maker: model.maker,
    model: model.model,
    colourName: colour.name,
    condition,
    location,
    ...prices,
    useYear: String(years),
    listedHoursAgo: 0,
    seller,
    pictureName,
    sides: sidesByName.get(pictureName) ?? ['pair'],
    facts: stateFacts({ model, colourName: colour.name, storage, condition, location, years, index }),
    spec: { ...model.build, colour: colour.back, frame: colour.frame },
  };
}

function pictureNameOf({ maker, model }: PhoneModel, { name }: PhoneColour): string {
  return `${maker} ${model} ${name}`;
}

/**
 * The most wanted phones have several photos. Each additional side is another drawing at the first start, so only
 * models with several offers get them.
 */
function chooseSides(): ReadonlyMap<string, readonly Side[]> {
  const several = phoneModels.filter(({ offers, colours }) => offers >= 2 * colours.length);
  const names = several.flatMap((model) => model.colours.map((colour) => pictureNameOf(model, colour)));
  return new Map(names.map((name, place) => [name, sidesByPlace(place)]));
}

function sidesByPlace(place: number): readonly Side[] {
  if (place < 2) return ['pair', 'front', 'back', 'detail'];
  if (place < 6) return ['pair', 'front', 'back'];
  return place < 20 ? ['pair', 'back'] : ['pair'];
}

function usedYears({ year }: PhoneModel, chance: number): number {
  const age = demoYear - year;
  return Math.max(1, Math.min(12, Math.round(age * (0.45 + 0.5 * chance))));
}

/** Loses a quarter per year, but keeps a tenth: old phones are worth something to collectors. */
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

/** Distributes the list like dealt cards, so that phones of one maker do not follow each other. */
function mixOrder(phones: DemoPhone[]): DemoPhone[] {
  return phones
    .map((phone, index) => ({ phone, place: chanceOf(`${phone.pictureName} ${index}`)() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ phone }) => phone);
}

/** One of each of these, preferably from a verified seller and in good condition. */
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
