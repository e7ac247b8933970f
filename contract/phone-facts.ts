/** What can be said of a phone beyond the spec's fields, in words that a list can be filtered by. */
import * as z from 'zod/mini';

/** The plain colours that a phone can be filtered by; a maker's own names ("Phantom Violet") fold into them. */
export const colours = [
  'black',
  'white',
  'grey',
  'silver',
  'blue',
  'green',
  'red',
  'pink',
  'purple',
  'gold',
  'yellow',
  'orange',
  'brown',
] as const;
export type Colour = (typeof colours)[number];

/** Every size of storage that a phone was sold with, in gigabytes as printed on the box. */
export const storageSizesGb = [8, 16, 32, 64, 128, 256, 512, 1024, 2048] as const;
export type StorageGb = (typeof storageSizesGb)[number];

export const networkLocks = ['unlocked', 'locked'] as const;

export const accessories = ['box', 'charger', 'cable', 'case', 'earphones', 'receipt'] as const;

/** The longest description of a phone, in characters. */
export const maxDescriptionLength = 2000;

/** A grade, and what can be checked of it by looking and trying: a seller chooses by it, a buyer may hold him to it. */
export interface ConditionGrade {
  readonly condition: 'Fresh Condition' | 'Good Condition' | 'Bad Condition';
  readonly summary: string;
  readonly criteria: readonly string[];
}

export const conditionGrades: readonly ConditionGrade[] = [
  {
    condition: 'Fresh Condition',
    summary: 'Looks and works like new.',
    criteria: [
      'No mark on screen, frame or back that can be seen at arm’s length',
      'Everything works: screen, buttons, cameras, speakers, charging, sensors',
      'The battery holds at least 90 per cent of its first capacity, where the phone tells it',
      'Never opened or repaired with other than the maker’s parts',
    ],
  },
  {
    condition: 'Good Condition',
    summary: 'Used, and in full working order.',
    criteria: [
      'Fine scratches or small marks that no finger feels; no crack anywhere',
      'Everything works: screen, buttons, cameras, speakers, charging, sensors',
      'The battery holds at least 80 per cent of its first capacity, where the phone tells it',
    ],
  },
  {
    condition: 'Bad Condition',
    summary: 'It starts and calls; something is worn or broken, and the description says what.',
    criteria: [
      'It switches on, charges and makes a call',
      'Deep scratches, dents, a crack, a weak battery or a part that does not work',
      'Free of any lock to a former owner’s account',
    ],
  },
];

const oneOf = <const Words extends readonly string[]>(words: Words, message: string) =>
  z.enum(words, message);

/** The optional facts of a phone, as a seller sends them. Absent and null both mean that nothing is said. */
export const NewPhoneFacts = {
  deviceId: z.nullish(z.string('The model is one of the catalogue, by its id')),
  storageGb: z.nullish(z.literal(storageSizesGb, 'Please choose one of the storage sizes')),
  colour: z.nullish(oneOf(colours, 'Please choose one of the colours')),
  networkLock: z.nullish(oneOf(networkLocks, 'The network lock is unlocked or locked')),
  batteryHealth: z.nullish(
    z
      .number('The battery health is a whole number of per cent')
      .check(
        z.int('The battery health is a whole number of per cent'),
        z.gte(1, 'The battery health is at least 1 per cent'),
        z.lte(100, 'The battery health is at most 100 per cent'),
      ),
  ),
  accessories: z.nullish(
    z
      .array(oneOf(accessories, 'Please choose among the accessories'), 'The accessories are a list')
      .check(z.maxLength(accessories.length, 'Each accessory is named once')),
  ),
  description: z.nullish(
    z.string('The description is text').check(
      z.trim(),
      z.maxLength(maxDescriptionLength, `The description is at most ${maxDescriptionLength} characters`),
      z.refine((text) => !text.includes('\u0000'), {
        error: 'The description has a character that cannot be stored',
      }),
    ),
  ),
};

/** The facts that a card shows; each absent where nothing was said. */
export const PhoneFacts = {
  storageGb: z.optional(z.number()),
  colour: z.optional(z.string()),
  batteryHealth: z.optional(z.number()),
};
