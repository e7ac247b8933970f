/** What an offer of the demo is made of, and what its seller states of the phone. */
import type { ConditionGrade } from '#contract/condition-grades.ts';
import type { accessories, Colour, StorageGb } from '#contract/phone-words.ts';
import type { PhoneModel } from './phone-models.ts';

export type Accessory = (typeof accessories)[number];

export type Condition = ConditionGrade['condition'];

export type PhoneFacts = {
  /** Of the catalogue's device; undefined where the catalogue begins after the phone. */
  deviceSlug: string | undefined;
  storageGb: StorageGb | undefined;
  colour: Colour;
  networkLock: 'unlocked' | 'locked' | undefined;
  /** In per cent. */
  batteryHealth: number | undefined;
  accessories: readonly Accessory[];
  description: string;
};

/** What is known when the facts are made up. */
export type Offer = {
  model: PhoneModel;
  colourName: string;
  /** Such as '128 GB'. */
  storage: string;
  condition: Condition;
  location: string;
  years: number;
  /** Tells two offers of one phone apart. */
  index: number;
};
