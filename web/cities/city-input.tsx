import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useId, useRef } from 'react';

import type { City } from '#contract/cities.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { Field, type FieldText } from '#web/ui/field.tsx';
import { minTyped, OptionList } from '#web/ui/option-list.tsx';
import { useTyping } from '#web/ui/use-combobox.ts';

import { citiesQuery } from './cities-query.ts';

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

function CityList({ id, field, onChoose }: CityListProps) {
  const typing = useTyping(field);
  const isAsked = typing.isOpen && typing.text.length >= minTyped;
  const { data } = useQuery({
    ...citiesQuery(useSend(), typing.text),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (
    <OptionList
      id={id}
      field={field}
      typing={typing}
      options={isAsked ? data : undefined}
      keyOf={({ _id }) => _id}
      label="Cities"
      countText={(count) => (count === 1 ? '1 city' : `${count} cities`)}
      className="city-list"
      optionClassName="text-left"
      onChoose={onChoose}
    >
      {({ label }) => label}
    </OptionList>
  );
}
