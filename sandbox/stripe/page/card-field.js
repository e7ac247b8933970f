import { digitsOf } from './card-rules.js';

/**
 * One input of the card element: formats the text while a person types, keeps the caret's position, and validates.
 * @param {object} definition
 * @param {string} definition.name
 * @param {string} definition.label
 * @param {string} definition.placeholder
 * @param {string} definition.autocomplete
 * @param {(text: string, isDeleting: boolean) => string} definition.format
 * @param {(text: string) => import('./card-rules.js').Problem | undefined} definition.check
 */
export function createField(definition) {
  const input = document.createElement('input');
  input.name = definition.name;
  input.type = 'text';
  input.inputMode = 'numeric';
  input.autocomplete = definition.autocomplete;
  input.placeholder = definition.placeholder;
  input.spellcheck = false;
  input.setAttribute('aria-label', definition.label);
  // Belongs to no form, so that card data is never submitted with the page's own fields.
  input.setAttribute('form', '');
  let wasLeft = false;
  const problem = () => definition.check(input.value);
  return {
    input,
    problem,
    isEmpty: () => input.value === '',
    isComplete: () => problem() === undefined,
    /** The error to show now: that a value is incomplete is shown only after the person has left the field. */
    shownProblem() {
      if (input.value === '') return undefined;
      const found = problem();
      return wasLeft || !found?.code.startsWith('incomplete_') ? found : undefined;
    },
    reformat(isDeleting = false) {
      keepCaret(input, definition.format(input.value, isDeleting));
    },
    markLeft(left = true) {
      wasLeft = left;
    },
    clear() {
      input.value = '';
      wasLeft = false;
    },
  };
}

/** @param {HTMLInputElement} input @param {string} formatted */
function keepCaret(input, formatted) {
  if (formatted === input.value) return;
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length;
  input.value = formatted;
  if (document.activeElement !== input) return;
  const place = isAtEnd ? formatted.length : placeAfterDigits(formatted, digitsBefore);
  input.setSelectionRange(place, place);
}

/** @param {string} text @param {number} count */
function placeAfterDigits(text, count) {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === count) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}
