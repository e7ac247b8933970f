import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Credentials, NewAccount, NewPassword } from './auth.ts';
import { NewUser } from './users.ts';

interface Result {
  readonly error?: { readonly issues: readonly { path: PropertyKey[]; message: string }[] } | undefined;
}

/** The first message of each field, as the forms show it. */
const messagesOf = ({ error }: Result): Record<string, string> =>
  Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  );

test.each([
  ['Abcde1', undefined],
  ['ÄÖÜäöü1', undefined],
  ['Ab1 with spaces', undefined],
  [undefined, 'Password Required'],
  ['', 'Password Required'],
  ['Ab1de', 'Password must be 6 characters '],
  ['abcde1', 'Password must be strong'],
  ['Abcdef', 'Password must be strong'],
  ['123456', 'Password must be strong'],
  ['A1'.padEnd(129, 'x'), 'The password is at most 128 characters'],
])('the new password %j is answered with %s', (password, message) => {
  expect(messagesOf(NewPassword.safeParse(password))['']).toBe(message);
});

test('a password is taken when it has six characters, an uppercase letter and a digit', () => {
  const password = fc.string({ unit: fc.constantFrom('a', 'B', '3', 'ß', 'Ž', ' '), maxLength: 10 });
  fc.assert(
    fc.property(password, (text) => {
      const isStrong = text.length >= 6 && /[BŽ]/.test(text) && text.includes('3');
      expect(NewPassword.safeParse(text).success).toBe(isStrong);
    }),
  );
});

test('signing in asks for e-mail and password, in the spec’s words', () => {
  expect(messagesOf(Credentials.safeParse({}))).toEqual({
    email: 'Email Address is required',
    password: 'Password Required',
  });
  expect(messagesOf(Credentials.safeParse({ email: '', password: '' }))).toEqual({
    email: 'Email Address is required',
    password: 'Password Required',
  });
  const short = { email: 'mina@example.com', password: 'short' };
  expect(messagesOf(Credentials.safeParse(short))).toEqual({ password: 'Password must be 6 characters ' });
  // A password that was set under other rules is still accepted at sign-in.
  expect(messagesOf(Credentials.safeParse({ ...short, password: 'weak but long' }))).toEqual({});
});

test('signing up asks for name, e-mail, password and account type, in the spec’s words', () => {
  expect(messagesOf(NewAccount.safeParse({}))).toEqual({
    name: 'Please enter your name',
    email: 'Email Address is required',
    password: 'Password Required',
  });
  expect(messagesOf(NewUser.safeParse({}))).toEqual({
    name: 'Please enter your name',
    email: 'Email Address is required',
    userType: 'Require',
  });
});

test.each(['mina', 'mina@', '@example.com', 'a b@example.com', 'mina@example', 'mina@\u0000.com'])(
  '%j is no e-mail address',
  (email) => {
    const result = Credentials.safeParse({ email, password: 'Str0ngPass' });
    expect(messagesOf(result)).toEqual({ email: 'Enter an e-mail address, such as name@example.com' });
  },
);

test('fields that a sign-up does not have are dropped', () => {
  const entry = { name: 'Mina', email: 'mina@example.com', userType: 'Buyer' };
  expect(NewUser.parse({ ...entry, role: 'admin', status: 'verify' })).toEqual(entry);
});
