import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  digitsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
} from './card-rules.js';
import { createField } from './card-field.js';
import { addStyle, styleProperties } from './style.js';

/**
 * `elements.create('card')`: number, expiry date and security code in one line. Stripe's own element has its inputs in
 * a frame of another origin; this one puts them into the page, for test cards only.
 */
export class CardElement {
  constructor(options = {}) {
    this._options = options;
    this._listeners = new Map();
    this._isReady = false;
    this._root = document.createElement('div');
    this._root.className = 'sandbox-card';
    this._root.setAttribute('role', 'group');
    this._root.setAttribute('aria-label', 'Card');
    this._fields = createFields();
    for (const field of this._fields) this._attach(field);
    this._root.append(...this._fields.map((field) => field.input));
    this._applyOptions();
  }

  mount(target) {
    const host = typeof target === 'string' ? document.querySelector(target) : target;
    if (!(host instanceof Element))
      throw new Error(`The selector or element to mount to was not found: ${target}`);
    if (this._host === host) return this;
    this.unmount();
    addStyle();
    this._host = host;
    host.classList.add('StripeElement');
    host.replaceChildren(this._root);
    this._showState();
    queueMicrotask(() => this._becomeReady());
    return this;
  }

  unmount() {
    this._root.remove();
    this._host?.classList.remove(...Object.values(this._classes()));
    this._host = undefined;
  }

  destroy() {
    this.unmount();
    this.clear();
    this._listeners.clear();
    this._onDestroy?.();
  }

  update(options) {
    this._options = { ...this._options, ...options };
    this._applyOptions();
  }

  on(event, handler) {
    const handlers = this._listeners.get(event) ?? new Set();
    this._listeners.set(event, handlers.add(handler));
    // React attaches its handlers after mounting: a handler that is added later is called as well.
    if (event === 'ready' && this._isReady)
      queueMicrotask(() => handlers.has(handler) && handler({ elementType: 'card' }));
    return this;
  }

  once(event, handler) {
    const once = (payload) => {
      this.off(event, once);
      handler(payload);
    };
    return this.on(event, once);
  }

  off(event, handler) {
    if (handler === undefined) this._listeners.delete(event);
    this._listeners.get(event)?.delete(handler);
    return this;
  }

  focus() {
    this._fields[0].input.focus();
  }

  blur() {
    if (this._root.contains(document.activeElement)) document.activeElement.blur();
  }

  clear() {
    for (const field of this._fields) field.clear();
    this._changed();
  }

  /** The data for the API's `card[…]`, or the first error that the person has to correct. */
  _read() {
    const wrong = this._fields.find((field) => !field.isComplete());
    if (wrong !== undefined) {
      for (const field of this._fields) field.markLeft();
      const error = { type: 'validation_error', ...wrong.problem() };
      this._changed(error);
      wrong.input.focus();
      return { error };
    }
    const [number, expiry, cvc] = this._fields.map((field) => digitsOf(field.input.value));
    return { card: { number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2), cvc } };
  }

  _attach(field) {
    const { input } = field;
    input.addEventListener('input', (event) => {
      const isDeleting = event.inputType?.startsWith('delete') ?? false;
      field.reformat(isDeleting);
      this._fields[2].reformat();
      field.markLeft(false);
      this._changed();
      if (!isDeleting && field.isComplete() && input.selectionStart === input.value.length)
        this._fields[this._fields.indexOf(field) + 1]?.input.focus();
    });
    input.addEventListener('keydown', (event) => this._onKey(event, field));
    input.addEventListener('focus', () => this._onFocus());
    input.addEventListener('blur', (event) => this._onBlur(event, field));
  }

  _onKey(event, field) {
    if (event.key === 'Enter') this._host?.closest('form')?.requestSubmit();
    if (event.key === 'Escape') this._emit('escape', { elementType: 'card' });
    const previous = this._fields[this._fields.indexOf(field) - 1];
    if (event.key !== 'Backspace' || !field.isEmpty() || previous === undefined) return;
    event.preventDefault();
    previous.input.focus();
  }

  _onFocus() {
    if (this._hasFocus) return;
    this._hasFocus = true;
    this._showState();
    this._emit('focus', { elementType: 'card' });
  }

  _onBlur(event, field) {
    field.markLeft();
    this._changed();
    if (this._root.contains(event.relatedTarget)) return;
    this._hasFocus = false;
    this._showState();
    this._emit('blur', { elementType: 'card' });
  }

  _becomeReady() {
    if (this._isReady || this._host === undefined) return;
    this._isReady = true;
    this._emit('ready', { elementType: 'card' });
  }

  _changed(submitError) {
    this._showState();
    const problem = this._fields.map((field) => field.shownProblem()).find((found) => found !== undefined);
    const state = {
      elementType: 'card',
      empty: this._fields.every((field) => field.isEmpty()),
      complete: this._fields.every((field) => field.isComplete()),
      brand: brandOf(this._fields[0].input.value).brand,
      error: submitError ?? (problem && { type: 'validation_error', ...problem }),
      value: { postalCode: '' },
    };
    const told = JSON.stringify(state);
    if (told === this._told) return;
    this._told = told;
    this._emit('change', state);
  }

  _showState() {
    for (const field of this._fields)
      field.input.setAttribute('aria-invalid', String(field.shownProblem() !== undefined));
    const names = this._classes();
    const is = (name, value) => this._host?.classList.toggle(names[name], value);
    is('base', this._host !== undefined);
    is(
      'empty',
      this._fields.every((field) => field.isEmpty()),
    );
    is(
      'complete',
      this._fields.every((field) => field.isComplete()),
    );
    is(
      'invalid',
      this._fields.some((field) => field.shownProblem() !== undefined),
    );
    is('focus', this._hasFocus === true);
  }

  _classes() {
    const own = ['focus', 'empty', 'complete', 'invalid'].map((name) => [name, `StripeElement--${name}`]);
    return { base: 'StripeElement', ...Object.fromEntries(own), ...this._options.classes };
  }

  _applyOptions() {
    const { style = {}, disabled = false } = this._options;
    const base = style.base ?? {};
    for (const [name, property] of Object.entries(styleProperties))
      if (base[name] !== undefined) this._root.style.setProperty(property, base[name]);
    const colours = [
      ['--card-placeholder-color', base['::placeholder']?.color],
      ['--card-invalid-color', style.invalid?.color],
    ];
    for (const [property, colour] of colours)
      if (colour !== undefined) this._root.style.setProperty(property, colour);
    for (const field of this._fields) field.input.disabled = disabled;
  }

  _emit(event, payload) {
    for (const handler of this._listeners.get(event) ?? []) handler(payload);
  }
}

function createFields() {
  const number = createField({
    name: 'cardnumber',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: (text) => formatNumber(text),
    check: checkNumber,
  });
  const expiry = createField({
    name: 'exp-date',
    label: 'Expiry date (MM / YY)',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    format: formatExpiry,
    check: (text) => checkExpiry(text, new Date()),
  });
  const cvc = createField({
    name: 'cvc',
    label: 'CVC',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    format: (text) => formatCvc(text, number.input.value),
    check: (text) => checkCvc(text, number.input.value),
  });
  return [number, expiry, cvc];
}
