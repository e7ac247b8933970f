import { expect, test } from 'vitest';
// @ts-expect-error -- the page's scripts are plain browser JavaScript without declarations
import * as rules from './page/card-rules.js';

const today = new Date('2026-11-21T12:00:00Z');

test.each([
  ['4242424242424242', '4242 4242 4242 4242', 'visa'],
  ['42424', '4242 4', 'visa'],
  ['4242 4242-4242 42429999', '4242 4242 4242 4242', 'visa'],
  ['378282246310005', '3782 822463 10005', 'amex'],
  ['5555555555554444', '5555 5555 5555 4444', 'mastercard'],
  ['', '', 'unknown'],
])('the number %s is shown as %s and known as %s', (typed, shown, brand) => {
  expect(rules.formatNumber(typed)).toBe(shown);
  expect(rules.brandOf(typed).brand).toBe(brand);
});

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['12/30', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['1/30', '01 / 30'],
  ['04 / 30', '04 / 30'],
])('the expiry %s is shown as %s', (typed, shown) => {
  expect(rules.formatExpiry(typed, false)).toBe(shown);
  expect(rules.formatExpiry(shown, false)).toBe(shown);
});

test('the separator of an expiry can be deleted', () => {
  expect(rules.formatExpiry('12 /', true)).toBe('12');
  expect(rules.formatExpiry('1', true)).toBe('1');
});

test('a security code has three digits, with American Express four', () => {
  expect(rules.formatCvc('12345', '4242')).toBe('123');
  expect(rules.formatCvc('12345', '3782')).toBe('1234');
  expect(rules.checkCvc('123', '3782')).toEqual({
    code: 'incomplete_cvc',
    message: "Your card's security code is incomplete.",
  });
  expect(rules.checkCvc('123', '4242')).toBeUndefined();
});

test.each([
  ['4242', 'incomplete_number', 'Your card number is incomplete.'],
  ['4242 4242 4242 4241', 'invalid_number', 'Your card number is invalid.'],
])('the number %s is %s', (typed, code, message) => {
  expect(rules.checkNumber(typed)).toEqual({ code, message });
});

test.each([
  ['12', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['13 / 30', 'invalid_expiry_month', "Your card's expiration date is invalid."],
  ['10 / 26', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  ['12 / 25', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  ['12 / 99', 'invalid_expiry_year', "Your card's expiration year is invalid."],
])('in November 2026 the expiry %s is %s', (typed, code, message) => {
  expect(rules.checkExpiry(typed, today)).toEqual({ code, message });
});

test('good cards have nothing to say', () => {
  expect(rules.checkNumber('4000 0025 0000 3155')).toBeUndefined();
  expect(rules.checkExpiry('11 / 26', today)).toBeUndefined();
});
