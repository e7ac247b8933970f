import { useState } from 'react';

import type { FacetName } from '#contract/search-words.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { countText } from '#web/platform/count-text.ts';

import type { FacetOption } from './facet-words.ts';

/** How many values are shown; the others are collapsed. */
const firstOptions = 8;

export interface FacetGroupProps {
  readonly name: FacetName;
  readonly title: string;
  readonly options: readonly FacetOption[];
  readonly chosen: readonly string[];
  readonly isOpen?: boolean;
}

/** The values of one facet as checkboxes, collapsed at first unless some of them are chosen. */
export function FacetGroup({ name, title, options, chosen, isOpen = false }: FacetGroupProps) {
  // Only at first: the group does not collapse when its last box is unticked.
  const [isOpenAtFirst] = useState(isOpen || chosen.length > 0);
  if (options.length === 0) return null;
  return (
    <details className="facet" open={isOpenAtFirst}>
      <summary>
        <h3>{title}</h3>
        {chosen.length > 0 && (
          <span className="facet-chosen">
            {chosen.length}
            <span className="sr-only"> chosen</span>
          </span>
        )}
        <ChevronDownIcon className="size-5 text-quiet" />
      </summary>
      <fieldset className="pb-3">
        <legend className="sr-only">{title}</legend>
        <Options name={name} options={options.slice(0, firstOptions)} chosen={chosen} />
        {options.length > firstOptions && (
          <MoreOptions name={name} options={options.slice(firstOptions)} chosen={chosen} />
        )}
      </fieldset>
    </details>
  );
}

type OptionsProps = Pick<FacetGroupProps, 'name' | 'options' | 'chosen'>;

function MoreOptions({ name, options, chosen }: OptionsProps) {
  const [isOpenAtFirst] = useState(options.some(({ value }) => chosen.includes(value)));
  return (
    <details className="facet-more" open={isOpenAtFirst}>
      <summary>{options.length} more</summary>
      <Options name={name} options={options} chosen={chosen} />
    </details>
  );
}

function Options({ name, options, chosen }: OptionsProps) {
  return (
    <ul>
      {options.map((option) => (
        <li key={option.value}>
          <FacetTick name={name} option={option} isChosen={chosen.includes(option.value)} />
        </li>
      ))}
    </ul>
  );
}

/** One value with its checkbox and the number of its phones. */
export function FacetTick({
  name,
  option: { value, label, count, isCapped = false },
  isChosen,
}: {
  name: FacetName;
  option: FacetOption;
  isChosen: boolean;
}) {
  return (
    <label className="tick">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} autoComplete="off" />
      {name === 'colour' && <span aria-hidden="true" className="swatch" data-colour={value} />}
      <span className="min-w-0 grow wrap-anywhere">{label}</span>
      {count !== undefined && (
        <span className="text-small text-quiet tabular-nums">
          {countText({ count, isCapped })}
          <span className="sr-only"> {count === 1 ? 'phone' : 'phones'}</span>
        </span>
      )}
    </label>
  );
}
