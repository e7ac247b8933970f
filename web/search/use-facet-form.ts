import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

import { type SearchFields, chosenOf, isSearchField, readSearch } from './search-address.ts';
import { useChoose, useSearch } from './use-search.ts';

/**
 * Applies each choice in a form immediately: every ticked box and every changed text starts the next search, so that
 * nothing is left to submit. The inputs are uncontrolled, so that two quick clicks both count. They are set when the
 * search changes in another way: by the back button or the removal of a chip.
 */
export function useFacetForm(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const { fields } = useSearch();
  const choose = useChoose();
  useEffect(() => {
    const element = form.current;
    // The browser's event, because React's `onChange` fires with every key.
    const change = (): void => {
      if (element?.reportValidity() === true) choose(readForm(element));
    };
    element?.addEventListener('change', change);
    return () => element?.removeEventListener('change', change);
  }, [choose]);
  const applyEarlyChoices = useEffectEvent(() => {
    if (form.current?.reportValidity() === true) choose(readForm(form.current));
  });
  const shown = useRef(fields);
  useEffect(() => {
    if (form.current !== null && shown.current !== fields) fillForm(form.current, fields);
    shown.current = fields;
  }, [fields]);
  useEffect(() => {
    // The person may have chosen something before hydration.
    if ([...(form.current?.elements ?? [])].some(isChanged)) applyEarlyChoices();
  }, []);
  return form;
}

/** A form's values, including controls outside of it that belong to it. */
function readForm(form: HTMLFormElement): SearchFields {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') params.append(name, value);
  }
  return readSearch(params);
}

/** Whether a control differs from its initial value; not while the person is still typing. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  }
  if (!(control instanceof HTMLInputElement)) return false;
  if (control.type === 'checkbox') return control.checked !== control.defaultChecked;
  return control.value !== initialValueOf(control) && control !== document.activeElement;
}

/** The initial value of an input. A number input shows nothing if its value is no number. */
function initialValueOf({ type, defaultValue }: HTMLInputElement): string {
  const untouched = document.createElement('input');
  untouched.type = type;
  untouched.value = defaultValue;
  return untouched.value;
}

function fillForm(form: HTMLFormElement, fields: SearchFields): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement) || !isSearchField(control.name)) continue;
    if (control.type === 'checkbox') control.checked = chosenOf(fields, control.name).includes(control.value);
    else control.value = fields[control.name] ?? '';
  }
}
