import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react';

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
  const catchUp = useEffectEvent(() => {
    if (form.current?.reportValidity() === true) choose(readForm(form.current));
  });
  const shown = useRef(fields);
  useEffect(() => {
    if (form.current !== null && shown.current !== fields) fillForm(form.current, fields);
    shown.current = fields;
  }, [fields]);
  useEffect(() => {
    // Whoever was quicker than the page has chosen already.
    if ([...(form.current?.elements ?? [])].some(isChosen)) catchUp();
  }, []);
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

/** Whether a control says something else than the page that it came with; not while it is still being typed into. */
function isChosen(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  }
  if (!(control instanceof HTMLInputElement)) return false;
  if (control.type === 'checkbox') return control.checked !== control.defaultChecked;
  return control.value !== firstValueOf(control) && control !== document.activeElement;
}

/** What a field says before anybody has touched it: a field for numbers shows nothing of what is none. */
function firstValueOf({ type, defaultValue }: HTMLInputElement): string {
  const untouched = document.createElement('input');
  untouched.type = type;
  untouched.value = defaultValue;
  return untouched.value;
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
