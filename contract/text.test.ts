import fc from 'fast-check';
import { expect, test } from 'vitest';

import { NewBooking } from './bookings.ts';
import { handOver, sendParcel } from './orders-actions.ts';
import { NewProduct } from './products.ts';
import { Line, PhoneNumber, Text } from './text.ts';

const City = Text('The city', 'Enter Your City', 80);
const Phone = PhoneNumber('Your Phone Number');
const messageOf = (schema: typeof City, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

test.each([
  [undefined, 'Enter Your City'],
  [null, 'Enter Your City'],
  [7, 'Enter Your City'],
  [[], 'Enter Your City'],
  [{}, 'Enter Your City'],
  ['', 'Enter Your City'],
  [' \t\n\u00a0', 'Enter Your City'],
  ['\u200b\u00ad\ufe0f', 'Enter Your City'],
  ['\u0301\u0301', 'Enter Your City'],
  ['\u3164\u2800', 'Enter Your City'],
  ['x', undefined],
  ['क्', undefined],
  ['👍🏽', undefined],
  ['x'.repeat(81), 'The city is at most 80 characters'],
  ['a\u0000', 'The city has a character that cannot be stored'],
  ['moc.\u202elive', 'The city has a character that cannot be shown'],
  ['a\u202db', 'The city has a character that cannot be shown'],
  ['a\u200fb\nc', undefined],
  [` ${'x'.repeat(80)} `, undefined],
])('the text %j is answered with %s', (text, message) => {
  expect(messageOf(City, text)).toBe(message);
});

test.each([
  ['Mina\nRahman', 'The name has a character that cannot be shown'],
  ['Mina\u202enimdA', 'The name has a character that cannot be shown'],
  ['Mina\u0007', 'The name has a character that cannot be shown'],
  ['\u05de\u05d9\u05e0\u05d4', undefined],
  ['Mina\u200d\u200c', undefined],
])('the name %j is answered with %s', (text, message) => {
  expect(messageOf(Line('The name', 'Please enter your name', 80), text)).toBe(message);
});

test.each([
  ['years of use', NewProduct.shape.useYear],
  ['the meeting location', NewBooking.shape.userLocation],
  ['the carrier', sendParcel.body.shape.carrier],
  ['the tracking number', sendParcel.body.shape.trackingNumber],
])('%s, shown within a line, cannot change how the rest of it looks', (_, schema) => {
  expect(schema.safeParse('2 \u202Eevif').error?.issues[0]?.message).toMatch(/cannot be shown$/);
  expect(schema.safeParse('2\nVerified').success).toBe(false);
  expect(schema.safeParse('2').success).toBe(true);
});

test('an accepted text is trimmed, visible, not too long and otherwise unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      const { success, data } = City.safeParse(text);
      const isVisible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
      const isFine = isVisible && text.trim().length <= 80 && !/[\u0000\u202D\u202E]/.test(text);
      expect(success).toBe(isFine);
      if (success) expect(data).toBe(text.trim());
    }),
  );
});

test.each(['01711000000', '+49 (0)30 1234-5678', '(02) 9876 5432', '5', ' 555 '])(
  '%j is a phone number',
  (text) => {
    expect(Phone.parse(text)).toBe(text.trim());
  },
);

test.each([
  ['+-()', 'A phone number has digits, spaces and + - ( ) only'],
  ['call me', 'A phone number has digits, spaces and + - ( ) only'],
  ['0171-x', 'A phone number has digits, spaces and + - ( ) only'],
  ['０１７１', 'A phone number has digits, spaces and + - ( ) only'],
  ['1'.repeat(31), 'The phone number is at most 30 characters'],
  ['', 'Your Phone Number'],
  [1711, 'Your Phone Number'],
])('%j is none: %s', (text, message) => {
  expect(messageOf(Phone, text)).toBe(message);
});

test('what is no phone number is refused in a moment, however it is made', () => {
  // The pattern must not try every split of a long row of spaces.
  const text = `${' '.repeat(30)}x`;
  expect(Phone.safeParse(`1${text}`).success).toBe(false);
});

test.each(['502844', ' 502 844 ', '٥٠٢٨٤٤', '۵۰۲۸۴۴', '५०२८४४', '৫০২ ৮৪৪', '５０２８４４'])(
  'the code %j is 502844, however a keyboard writes its digits',
  (code) => {
    expect(handOver.body.parse({ code })).toEqual({ code: '502844' });
  },
);
