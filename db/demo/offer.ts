/** An offer of the demo, and the facts that its seller states. */
import type { ConditionGrade } from '#contract/condition-grades.ts';
import type { accessories, Colour, StorageGb } from '#contract/phone-words.ts';
import type { PhoneModel } from './phone-models.ts';

export type Accessory = (typeof accessories)[number];

export type Condition = ConditionGrade['condition'];

export type PhoneFacts = {
  /** The catalogue's device; undefined if the phone is older than the catalogue. */
  deviceSlug: string | undefined;
  storageGb: StorageGb | undefined;
  colour: Colour;
  networkLock: 'unlocked' | 'locked' | undefined;
  /** In per cent. */
  batteryHealth: number | undefined;
  accessories: readonly Accessory[];
  description: string;
};

/** What is known when the facts are chosen. */
export type Offer = {
  model: PhoneModel;
  colourName: string;
  /** Such as '128 GB'. */
  storage: string;
  condition: Condition;
  location: string;
  years: number;
  /** Distinguishes the offers of one phone. */
  index: number;
};
