import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

import type { Facet } from '#contract/search.ts';
import { type FacetName, facetNames } from '#contract/search-words.ts';
import { CloseIcon } from '#web/ui/icons.tsx';

import { boundText, labelOf } from './facet-words.ts';
import {
  type SearchField,
  type SearchFields,
  chosenOf,
  filterNames,
  searchAddress,
  without,
  withoutValue,
} from './search-address.ts';
import type { Counted } from './search-queries.ts';
import { useSearch } from './use-search.ts';

interface Chip {
  /** Labels may be equal: all unknown categories have the same one. */
  readonly key: string;
  readonly label: string;
  /** The search without it. */
  readonly fields: SearchFields;
}

export interface ChosenChipsProps {
  readonly counted: Counted;
  /** The id of the element that gets the focus when the focused chip disappears. */
  readonly focusAfter: string;
}

/** The chosen filters, each with a link that removes it. */
export function ChosenChips({ counted, focusAfter }: ChosenChipsProps) {
  const { path, fields } = useSearch();
  const list = useRef<HTMLUListElement>(null);
  const isRemoving = useRef(false);
  useEffect(() => {
    if (!isRemoving.current) return;
    isRemoving.current = false;
    const next = list.current?.querySelector('a') ?? document.getElementById(focusAfter);
    next?.focus({ preventScroll: true });
  }, [fields, focusAfter]);
  const chips = chipsOf(fields, counted);
  if (chips.length === 0) return null;
  const moveFocus = (): void => {
    isRemoving.current = true;
  };
  return (
    <ul ref={list} aria-label="Chosen" className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.key} className="max-w-full">
          <Link
            to={searchAddress(path, chip.fields)}
            aria-label={`${chip.label}, remove`}
            preventScrollReset
            className="chip"
            onClick={moveFocus}
          >
            <span className="truncate">{chip.label}</span>
            <CloseIcon className="size-4" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={searchAddress(path, without(fields, ...filterNames))}
            preventScrollReset
            className="chip chip-plain"
            onClick={moveFocus}
          >
            Clear all filters
          </Link>
        </li>
      )}
    </ul>
  );
}

function chipsOf(fields: SearchFields, { facets, near, understood }: Counted): readonly Chip[] {
  const ofFacets = facetNames.flatMap((name) =>
    chosenOf(fields, name).map((value) => ({
      key: `${name}=${value}`,
      label: chipLabel(name, value, facets),
      fields: withoutValue(fields, name, value),
    })),
  );
  const chip = (name: SearchField, labelOfValue: (value: string) => string): readonly Chip[] => {
    const value = fields[name];
    return value === undefined
      ? []
      : [{ key: name, label: labelOfValue(value), fields: without(fields, name) }];
  };
  return [
    ...ofFacets,
    ...chip('minPrice', (value) => boundText('minPrice', value)),
    ...chip('maxPrice', (value) => boundText('maxPrice', value)),
    ...exclusionChips(fields, understood?.without),
    ...chip('minBattery', (value) => `Battery ${value}% or more`),
    ...chip('near', () => `Near ${near?.name ?? 'a city'}`),
    ...chip('within', (value) => `Within ${value} km`),
  ];
}

/** Exclusions such as "not samsung" are part of the query, because no facet has them as a value. */
const exclusionChips = (fields: SearchFields, excluded: readonly string[] = []): Chip[] =>
  excluded.flatMap((words) => {
    const { q = '' } = fields;
    const phrase = `not ${words}`;
    if (!q.includes(phrase)) return [];
    const rest = q.replace(phrase, '').replaceAll(/ {2,}/g, ' ').trim();
    return [{ key: phrase, label: `Not ${words}`, fields: { ...without(fields), q: rest } }];
  });

/** The facets that are only on or off have the value "1", so their own label is used. */
const chipLabel = (name: FacetName, value: string, facets: readonly Facet[] | undefined): string =>
  name === 'verified' || name === 'advertised'
    ? labelOf(name, value, undefined)
    : labelOf(name, value, facets);
