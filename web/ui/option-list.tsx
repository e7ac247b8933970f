import type { ReactNode, RefObject } from 'react';

import { optionId, useListKeys, type useTyping } from './use-combobox.ts';

export interface OptionListProps<Option> {
  readonly id: string;
  /** The list's field, which keeps the focus. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typing: ReturnType<typeof useTyping>;
  /** Undefined if nothing was requested, or nothing has arrived yet. */
  readonly options: readonly Option[] | undefined;
  readonly keyOf: (option: Option) => string;
  readonly label: string;
  readonly countText: (count: number) => string;
  readonly className?: string;
  readonly optionClassName?: string;
  readonly onChoose: (option: Option) => void;
  readonly children: (option: Option) => ReactNode;
}

/** The list below a combobox: the typed text finds its options, and arrows and Enter or a press choose one. */
export function OptionList<Option>(props: OptionListProps<Option>) {
  const { id, field, typing, options = [], label, className = '', optionClassName = '' } = props;
  const { text, isOpen, setOpen } = typing;
  const choose = (place: number): void => {
    setOpen(false);
    const option = options[place];
    if (option !== undefined) props.onChoose(option);
  };
  const isAsked = isOpen && text.length >= minTyped;
  const count = options.length;
  const active = useListKeys(field, { listId: id, count, isOpen: isAsked, setOpen, text, onChoose: choose });
  return (
    <>
      <span role="status" className="sr-only">
        {props.options !== undefined && props.countText(count)}
      </span>
      {count > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={label}
          tabIndex={-1}
          className={`suggestions ${className}`}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, place) => (
            <button
              key={props.keyOf(option)}
              type="button"
              id={optionId(id, place)}
              role="option"
              aria-selected={place === active}
              tabIndex={-1}
              className={`suggestion ${optionClassName}`}
              onClick={() => choose(place)}
            >
              {props.children(option)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** Shorter texts match almost everything. */
export const minTyped = 2;
