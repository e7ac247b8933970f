import { randomUUID } from 'node:crypto';
import { cardFailure, missingFailure, type StripeFailure } from './failures.ts';
import { readInteger, readText, requireText, type Params } from './form.ts';
import type { CardDetails } from './payment-method-object.ts';
import { findObject, type Database } from './store.ts';
import { findCardByName, findCardByNumber, fingerprintOf } from './test-cards.ts';

/** The card of a request: a number, a token made before, or a ready-made token such as `tok_visa`. */
export async function readCard(db: Database, card: Params): Promise<CardDetails> {
  const token = readText(card, 'token');
  if (token === undefined) return readNumber(card);
  const stored = await findObject(db, 'token', token);
  if (stored === undefined) return readyMadeCard(token, 'card[token]');
  const found = stored.card;
  if (found === undefined) throw missingFailure('token', token, 'card[token]');
  return {
    brand: found.brand,
    funding: found.funding,
    last4: found.last4,
    expMonth: found.exp_month,
    expYear: found.exp_year,
    fingerprint: found.fingerprint ?? '',
    cvcGiven: true,
  };
}

/** The card of `pm_card_visa` or `tok_visa`, valid until next year. */
export function readyMadeCard(name: string, param: string): CardDetails {
  const card = findCardByName(name);
  if (card === undefined)
    throw missingFailure(name.startsWith('tok_') ? 'token' : 'PaymentMethod', name, param);
  return {
    brand: card.brand,
    funding: card.funding ?? 'credit',
    last4: card.number.slice(-4),
    expMonth: new Date().getUTCMonth() + 1,
    expYear: new Date().getUTCFullYear() + 1,
    fingerprint: fingerprintOf(card),
    cvcGiven: false,
  };
}

function readNumber(card: Params): CardDetails {
  const number = requireText(card, 'number').replaceAll(/[\s-]/g, '');
  if (!isCardNumber(number))
    throw cardFailure('incorrect_number', 'Your card number is incorrect.', 'number');
  const { expMonth, expYear } = readExpiry(card);
  const cvc = readText(card, 'cvc');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw cardFailure('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const known = findCardByNumber(number);
  return {
    brand: known?.brand ?? 'unknown',
    funding: known?.funding ?? 'credit',
    last4: number.slice(-4),
    expMonth,
    expYear,
    // For a possibly real card, nothing is stored from which its number could be guessed.
    fingerprint: known === undefined ? randomUUID().slice(0, 16) : fingerprintOf(known),
    cvcGiven: cvc !== undefined,
  };
}

function readExpiry(card: Params): { expMonth: number; expYear: number } {
  const expMonth = readInteger(card, 'exp_month') ?? 0;
  const shortYear = readInteger(card, 'exp_year') ?? 0;
  const expYear = shortYear < 100 ? 2000 + shortYear : shortYear;
  const now = new Date();
  const year = now.getUTCFullYear();
  if (expMonth < 1 || expMonth > 12) throw monthFailure();
  if (expYear < year || expYear > year + 50)
    throw cardFailure('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (expYear === year && expMonth < now.getUTCMonth() + 1) throw monthFailure();
  return { expMonth, expYear };
}

function monthFailure(): StripeFailure {
  return cardFailure('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
}

/** Thirteen to nineteen digits whose check digit (Luhn) is right. */
function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
