/** The values of a phone's facts, as people read them: plain data, which pages load without the schemas. */

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

/** A grade, and what can be checked of it by looking and trying: a seller chooses by it, a buyer may hold the seller to it. */
export interface ConditionGrade {
  readonly condition: 'Fresh Condition' | 'Good Condition' | 'Bad Condition';
  readonly summary: string;
  readonly criteria: readonly string[];
}

/** What the battery of a phone of each grade holds at least, in per cent of its first capacity. */
export const minBatteryPercent = { fresh: 90, good: 80 } as const;

export const conditionGrades: readonly ConditionGrade[] = [
  {
    condition: 'Fresh Condition',
    summary: 'Looks and works like new.',
    criteria: [
      'No marks on screen, frame or back that are visible at arm’s length',
      'Everything works: screen, buttons, cameras, speakers, charging, sensors',
      `The battery holds at least ${minBatteryPercent.fresh} per cent of its original capacity, if the phone shows it`,
      'Never opened or repaired with other than the maker’s parts',
    ],
  },
  {
    condition: 'Good Condition',
    summary: 'Used, and in full working order.',
    criteria: [
      'Only fine scratches or small marks that cannot be felt; no cracks',
      'Everything works: screen, buttons, cameras, speakers, charging, sensors',
      `The battery holds at least ${minBatteryPercent.good} per cent of its original capacity, if the phone shows it`,
    ],
  },
  {
    condition: 'Bad Condition',
    summary: 'It switches on and makes calls, but something is worn or broken; the description says what.',
    criteria: [
      'It switches on, charges and makes a call',
      'Deep scratches, dents, a crack, a weak battery or a part that does not work',
      'Not locked to a former owner’s account',
    ],
  },
];

/** How long a sold phone's page is an ordinary page, in days; then machines are told that it is gone (410). */
export const soldPageDays = 30;
