import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useId, useRef } from 'react';

import type { City } from '#contract/cities.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { Field, type FieldText } from '#web/ui/field.tsx';
import { optionId, useListKeys, useTyping } from '#web/ui/use-combobox.ts';

import { citiesQuery } from './cities-query.ts';

/** Shorter beginnings mean every city. */
const minLength = 2;

export interface CityInputProps extends FieldText, Omit<ComponentProps<'input'>, 'ref'> {
  /** Of the field itself, as a form's `register` has it. */
  readonly ref?: (element: HTMLInputElement | null) => void;
  /** A city was taken from the list; what the field says then is for the caller to set. */
  readonly onChoose: (city: City) => void;
}

/** A field for a city, which suggests those of the list while one types. Any other text may be typed as well. */
export function CityInput({ label, hint, error, className, ref, onChoose, ...input }: CityInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const keep = useCallback(
    (element: HTMLInputElement | null) => {
      field.current = element;
      ref?.(element);
    },
    [ref],
  );
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ties) => (
        <span className="relative grid">
          <input
            {...input}
            {...ties}
            ref={keep}
            role="combobox"
            aria-autocomplete="list"
            // From then on the list says whether it is open.
            aria-expanded="false"
            aria-controls={listId}
            autoComplete="off"
            spellCheck={false}
            className="control"
          />
          <CityList id={listId} field={field} onChoose={onChoose} />
        </span>
      )}
    </Field>
  );
}

interface CityListProps extends Pick<CityInputProps, 'onChoose'> {
  readonly id: string;
  readonly field: Parameters<typeof useTyping>[0];
}

function CityList({ id: listId, field, onChoose }: CityListProps) {
  const { text, isOpen, setOpen } = useTyping(field);
  const isAsked = isOpen && text.length >= minLength;
  const { data } = useQuery({
    ...citiesQuery(useSend(), text),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const cities = isAsked && data !== undefined ? data : [];
  const choose = (place: number): void => {
    setOpen(false);
    const city = cities[place];
    if (city !== undefined) onChoose(city);
  };
  const count = cities.length;
  const active = useListKeys(field, { listId, count, isOpen: isAsked, setOpen, text, onChoose: choose });
  return (
    <>
      <span role="status" className="sr-only">
        {isAsked && data !== undefined && (count === 1 ? '1 city' : `${count} cities`)}
      </span>
      {count > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Cities"
          tabIndex={-1}
          className="suggestions city-list"
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {cities.map((city, place) => (
            <button
              key={city._id}
              type="button"
              id={optionId(listId, place)}
              role="option"
              aria-selected={place === active}
              tabIndex={-1}
              className="suggestion text-left"
              onClick={() => choose(place)}
            >
              {city.label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
