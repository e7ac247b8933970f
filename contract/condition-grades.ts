/** What each condition promises, in words for people: plain data, for the pages that explain it. */

/**
 * A grade with criteria that can be checked by looking and testing: sellers choose a grade by them, and buyers can rely
 * on them.
 */
export interface ConditionGrade {
  readonly condition: 'Fresh Condition' | 'Good Condition' | 'Bad Condition';
  readonly summary: string;
  readonly criteria: readonly string[];
}

/** The least battery health of a phone of each grade, in per cent of its original capacity. */
export const minBatteryPercent = { fresh: 90, good: 80 } as const;

const conditionGrades: readonly ConditionGrade[] = [
  {
    condition: 'Fresh Condition',
    summary: 'Looks and works like new.',
    criteria: [
      'No marks on screen, frame or back that are visible at arm’s length',
      'Everything works: screen, buttons, cameras, speakers, charging, sensors',
      `The battery holds at least ${minBatteryPercent.fresh} per cent of its original capacity, if the phone shows it`,
      'Never repaired, or only with the maker’s parts',
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

/** The grade of a condition; undefined for any other text. */
export const gradeOf = (condition: string): ConditionGrade | undefined =>
  conditionGrades.find((grade) => grade.condition === condition);
