import type { ConditionGrade } from '#contract/condition-grades.ts';
import { CheckIcon } from '#web/ui/icons.tsx';

/** The criteria of a grade that anybody can check by looking and trying. */
export function ConditionCriteria({ grade }: { grade: ConditionGrade }) {
  return (
    <ul className="grid gap-1.5 text-small">
      {grade.criteria.map((criterion) => (
        <li key={criterion} className="flex gap-2">
          <CheckIcon className="mt-0.5 size-4 text-good" />
          {criterion}
        </li>
      ))}
    </ul>
  );
}
