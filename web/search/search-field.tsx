import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

import { lazyPart } from '#web/platform/missing-code.tsx';
import { paths } from '#web/platform/paths.ts';
import { SearchIcon } from '#web/ui/icons.tsx';

/** Loaded only when somebody types. If that fails, the field still searches. */
const SuggestionList = lazyPart(async () => (await import('./suggestion-list.tsx')).SuggestionList);

/** The field in the navbar: a form that works without scripts, and with them shows suggestions. */
export function SearchField() {
  const asked = askedWordsOf(useLocation());
  const { input, isWanted, want, write } = useField(asked);
  const navigate = useNavigate();
  const search = (text: string): void => {
    write(text);
    const address = paths.searchFor(text);
    // As browsers do with a form: the same search again is no step of its own for the back button. The router's hook is
    // a render behind the address bar.
    const shown = window.location;
    void navigate(address, { replace: address === shown.pathname + shown.search });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A touch keyboard would cover the results.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
    search(input.current?.value ?? '');
  };
  return (
    <form role="search" action={paths.search} onSubmit={submit} className="search-field">
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={asked}
        aria-label="Search phones"
        placeholder="Search phones"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        className="control"
        onFocus={want}
      />
      <button type="submit" aria-label="Search" className="search-button">
        <SearchIcon />
      </button>
      {isWanted && (
        <Suspense>
          <SuggestionList field={input} onChoose={search} />
        </Suspense>
      )}
    </form>
  );
}

/** Prepares the input: it shows the current search, and gets the attributes of a combobox. */
function useField(asked: string) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(asked);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    // What is being typed stays until another search is opened.
    if (shown.current !== asked && input.current !== null) input.current.value = asked;
    shown.current = asked;
  }, [asked]);
  useEffect(() => {
    const field = input.current;
    // Not set without scripts, because then nothing ever opens.
    for (const [name, value] of comboboxAttributes) field?.setAttribute(name, value);
    // A person who was quicker than the hydration has focused it already.
    if (field === document.activeElement) setWanted(true);
  }, []);
  const write = (text: string): void => {
    if (input.current !== null) input.current.value = text;
  };
  return { input, isWanted, want: () => setWanted(true), write };
}

const comboboxAttributes = [
  ['role', 'combobox'],
  ['aria-autocomplete', 'list'],
  ['aria-expanded', 'false'],
] as const;

/** The words of the current search page. */
const askedWordsOf = ({ pathname, search }: Location): string =>
  pathname === paths.search ? (new URLSearchParams(search).get('q') ?? '') : '';
