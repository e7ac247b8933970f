import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { paths } from '#web/platform/paths.ts';
import { SearchIcon } from '#web/ui/icons.tsx';

/** Loaded only when somebody uses the field. If that fails, the field still searches. */
const SuggestionList = lazyPart(async () => (await import('./suggestion-list.tsx')).SuggestionList);

/** The search field: a form that works without scripts, and shows suggestions with them. */
export function SearchField() {
  const query = queryOf(useLocation());
  const { input, isUsed, markUsed, write } = useField(query);
  const navigate = useNavigate();
  const search = (text: string): void => {
    write(text);
    const address = paths.searchFor(text);
    // Like a form of the browser, the same search again adds no entry to the history. The router's location may be a
    // render behind the address bar, so the browser's is compared.
    const current = window.location;
    void navigate(address, { replace: address === current.pathname + current.search });
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
        defaultValue={query}
        aria-label="Search phones"
        placeholder="Search phones"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        className="control"
        onFocus={markUsed}
      />
      <button type="submit" aria-label="Search" className="search-button">
        <SearchIcon />
      </button>
      {isUsed && (
        <Suspense>
          <SuggestionList field={input} onChoose={search} />
        </Suspense>
      )}
    </form>
  );
}

/** Prepares the input: it shows the current search, and gets the attributes of a combobox. */
function useField(query: string) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(query);
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    // Typed text stays until another search is opened.
    if (shown.current !== query && input.current !== null) input.current.value = query;
    shown.current = query;
  }, [query]);
  useEffect(() => {
    const field = input.current;
    // Not part of the HTML: without scripts there is no list to open.
    for (const [name, value] of comboboxAttributes) field?.setAttribute(name, value);
    // The person may have focused it before hydration.
    if (field === document.activeElement) setUsed(true);
  }, []);
  const write = (text: string): void => {
    if (input.current !== null) input.current.value = text;
  };
  return { input, isUsed, markUsed: () => setUsed(true), write };
}

const comboboxAttributes = [
  ['role', 'combobox'],
  ['aria-autocomplete', 'list'],
  ['aria-expanded', 'false'],
] as const;

/** The query of the current page; empty if it is not the search page. */
const queryOf = ({ pathname, search }: Location): string =>
  pathname === paths.search ? (new URLSearchParams(search).get('q') ?? '') : '';
