import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';

import type { Suggestion } from '#contract/search.ts';
import { countCap } from '#contract/search-words.ts';
import { useSend } from '#web/platform/runtime.tsx';

import { countText } from './found-words.ts';
import { suggestionsQuery } from './search-queries.ts';
import { optionId, useListKeys, useTyping } from '#web/ui/use-combobox.ts';

/** Shorter beginnings mean everything. */
const minLength = 2;

const kinds: Readonly<Record<Suggestion['kind'], string>> = {
  model: 'Model',
  maker: 'Maker',
  place: 'Place',
};

export interface SuggestionListProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onChoose: (text: string) => void;
}

/** What may be meant by what is typed into the field. Where nobody knows, there is no list. */
export function SuggestionList({ field, onChoose }: SuggestionListProps) {
  const listId = useId();
  const { text, isOpen, setOpen } = useTyping(field);
  const isAsked = isOpen && text.length >= minLength;
  const { data } = useQuery({
    ...suggestionsQuery(useSend(), text),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const suggestions = isAsked && data !== undefined ? data.suggestions : [];
  const choose = (place: number): void => {
    setOpen(false);
    onChoose(suggestions[place]?.text ?? text);
  };
  const count = suggestions.length;
  const active = useListKeys(field, { listId, count, isOpen: isAsked, setOpen, text, onChoose: choose });
  return (
    <>
      <p role="status" className="sr-only">
        {isAsked && data !== undefined && announce(count)}
      </p>
      {count > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          tabIndex={-1}
          className="suggestions"
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, place) => (
            <Option
              key={`${suggestion.kind} ${suggestion.text}`}
              id={optionId(listId, place)}
              suggestion={suggestion}
              isActive={place === active}
              onChoose={() => choose(place)}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Option({ id, suggestion: { text, kind, count }, isActive, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="suggestion"
      onClick={onChoose}
    >
      <span className="truncate">{text}</span>
      <span className="shrink-0 text-small text-quiet">
        {count ? `${kinds[kind]} · ${forSaleText(count)}` : kinds[kind]}
      </span>
    </button>
  );
}

/** Counting ends at the cap. */
const forSaleText = (count: number): string =>
  `${countText({ count, isCapped: count >= countCap })} for sale`;

function announce(count: number): string {
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
