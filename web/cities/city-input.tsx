import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useId, useRef } from 'react';

import type { City } from '#contract/cities.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { Field, type FieldText } from '#web/ui/field.tsx';
import { minTyped, OptionList } from '#web/ui/option-list.tsx';
import { useTyping } from '#web/ui/use-combobox.ts';

import { citiesQuery } from './cities-query.ts';

export interface CityInputProps extends FieldText, Omit<ComponentProps<'input'>, 'ref'> {
  /** The field's ref, as a form's `register` provides it. */
  readonly ref?: (element: HTMLInputElement | null) => void;
  /** Called when a city was chosen from the list; the caller sets the field's text. */
  readonly onChoose: (city: City) => void;
}

/** A field for a city with suggestions while the person types. It accepts any other text, too. */
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
      {(controlProps) => (
        <span className="relative grid">
          <input
            {...input}
            {...controlProps}
            ref={keep}
            role="combobox"
            aria-autocomplete="list"
            // From then on the suggestion list sets the attribute.
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
