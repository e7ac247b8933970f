import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';

import type { Suggestion } from '#contract/search.ts';
import { countCap } from '#contract/search-words.ts';
import { useSend } from '#web/platform/runtime.tsx';

import { suggestionsQuery } from './search-queries.ts';
import { minTyped, OptionList } from '#web/ui/option-list.tsx';
import { useTyping } from '#web/ui/use-combobox.ts';
import { countText } from '#web/platform/count-text.ts';

const kinds: Readonly<Record<Suggestion['kind'], string>> = {
  model: 'Model',
  maker: 'Maker',
  place: 'Place',
};

export interface SuggestionListProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onChoose: (text: string) => void;
}

/** Suggestions for the text in the field. Renders nothing if there are none. */
export function SuggestionList({ field, onChoose }: SuggestionListProps) {
  const listId = useId();
  const typing = useTyping(field);
  const isEnabled = typing.isOpen && typing.text.length >= minTyped;
  const { data } = useQuery({
    ...suggestionsQuery(useSend(), typing.text),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  return (
    <OptionList
      id={listId}
      field={field}
      typing={typing}
      options={isEnabled ? data?.suggestions : undefined}
      keyOf={({ kind, text }) => `${kind} ${text}`}
      label="Suggestions"
      countText={announce}
      onChoose={({ text }) => onChoose(text)}
    >
      {({ text, kind, count }) => (
        <>
          <span className="truncate">{text}</span>
          <span className="shrink-0 text-small text-quiet">{labelOf(kind, count)}</span>
        </>
      )}
    </OptionList>
  );
}

/** A model with phones for sale is not labelled "Model": that is evident, and small screens need the space for its name. */
function labelOf(kind: Suggestion['kind'], count: number | undefined): string {
  if (!count) return kinds[kind];
  return kind === 'model' ? forSaleText(count) : `${kinds[kind]} · ${forSaleText(count)}`;
}

/** Counting stops at the limit. */
const forSaleText = (count: number): string =>
  `${countText({ count, isCapped: count >= countCap })} for sale`;

function announce(count: number): string {
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
