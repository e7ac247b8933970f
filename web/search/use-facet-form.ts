import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react';

import { type SearchFields, chosenOf, isSearchField, readSearch } from './search-address.ts';
import { useChoose, useSearch } from './use-search.ts';

/**
 * Makes a GET form choose at once: what is ticked, or left with another text in it, is the next search. The controls
 * are the browser's own, so that two quick clicks are never one; back, forward and chips set them anew.
 */
export function useFacetForm(): {
  form: RefObject<HTMLFormElement | null>;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const { fields } = useSearch();
  const choose = useChoose();
  useEffect(() => {
    const element = form.current;
    // The browser's own event: React's comes with every key.
    const change = (): void => {
      if (element?.reportValidity() === true) choose(readForm(element));
    };
    element?.addEventListener('change', change);
    return () => element?.removeEventListener('change', change);
  }, [choose]);
  useEffect(() => {
    if (form.current !== null) fillForm(form.current, fields);
  }, [fields]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    choose(readForm(event.currentTarget));
  };
  return { form, submit };
}

/** What a form says, controls outside of it that belong to it included. */
function readForm(form: HTMLFormElement): SearchFields {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') params.append(name, value);
  }
  return readSearch(params);
}

function fillForm(form: HTMLFormElement, fields: SearchFields): void {
  for (const control of form.elements) {
    const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
    if (!isField || !isSearchField(control.name)) continue;
    if (control.type === 'checkbox' && control instanceof HTMLInputElement) {
      control.checked = chosenOf(fields, control.name).includes(control.value);
    } else if (control instanceof HTMLInputElement) {
      control.value = fields[control.name] ?? '';
    }
  }
}
