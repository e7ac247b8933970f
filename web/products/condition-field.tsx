import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';

import { gradeOf } from '#contract/condition-grades.ts';
import { conditions } from '#contract/products.ts';
import { Select } from '#web/ui/inputs.tsx';

import type { ProductEntryForm } from './add-product-entry.ts';
import { ConditionCriteria } from './condition-criteria.tsx';

/** The phone's grade. */
export function ConditionField(select: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  return (
    <Select {...select} label="Condition">
      {conditions.map((condition) => (
        <option key={condition}>{condition}</option>
      ))}
    </Select>
  );
}

/** What the chosen grade promises: the seller reads what a buyer may expect. */
export function ChosenCriteria({ control }: Pick<ProductEntryForm, 'control'>) {
  const grade = gradeOf(useWatch({ control, name: 'condition' }));
  if (grade === undefined) return null;
  return (
    <section aria-live="polite" className="grid gap-2 rounded-control bg-sunken p-4 tablet:col-span-2">
      <p>
        <strong className="font-semibold">What {grade.condition} promises.</strong> {grade.summary}
      </p>
      <ConditionCriteria grade={grade} />
    </section>
  );
}
