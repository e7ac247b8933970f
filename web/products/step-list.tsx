import { useWatch } from 'react-hook-form';

import type { ListedPhoto } from '#web/media/photo-list.ts';
import { CheckIcon } from '#web/ui/icons.tsx';

import type { ProductEntryForm } from './add-product-entry.ts';
import { stepsDone } from './listing-advice.ts';
import { type StepName, stepId, stepTitles } from './step-names.ts';

const names: readonly StepName[] = ['what', 'state', 'photos', 'price'];

/** The steps of the form, which of them are complete, and a link to each. */
export function StepList({
  control,
  photos,
}: Pick<ProductEntryForm, 'control'> & { readonly photos: readonly ListedPhoto[] }) {
  const entry = useWatch({ control, compute: (values) => values });
  const done = stepsDone(entry, photos);
  return (
    <nav aria-label="Steps">
      <ol className="flex flex-wrap gap-x-5 gap-y-1">
        {names.map((name, place) => (
          <li key={name}>
            <a
              href={`#${stepId(name)}`}
              className="flex min-h-11 items-center gap-2 text-small font-semibold"
            >
              <span
                aria-hidden
                className={`grid size-6 place-items-center rounded-pill border ${done[name] ? 'border-good bg-good text-surface' : 'border-edge text-quiet'}`}
              >
                {done[name] ? <CheckIcon className="size-4" /> : place + 1}
              </span>
              {stepTitles[name]}
              {done[name] && <span className="sr-only">, done</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
