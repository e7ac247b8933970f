import { expect, test } from 'vitest';

import { Failure, failWith } from './failure.ts';
import { failureOf } from '#server/platform/http/http-problem.ts';

const fail = failWith({ 'phones.gone': [410, 'The phone is gone.'] });

test('a failure has the code, status and words of its row', () => {
  expect(fail('phones.gone')).toMatchObject({
    code: 'phones.gone',
    status: 410,
    message: 'The phone is gone.',
  });
  expect(fail('phones.gone')).toBeInstanceOf(Failure);
});

test('a failure keeps what caused it and says more where the case needs it', () => {
  const cause = new Error('unique violation');
  const failure = fail('phones.gone', { cause, detail: 'Sold today.', fields: { sell: 100 } });
  expect(failure).toMatchObject({ message: 'Sold today.', cause, extras: { fields: { sell: 100 } } });
});

test('a code without a row is reported as a bug at once', () => {
  const anyCode: string = 'phones.unknown';
  // The type checker knows the codes; the cast circumvents it.
  expect(() => fail(anyCode as 'phones.gone')).toThrow('No error row phones.unknown');
});

test.each([
  ['an error', new Error('password=secret')],
  ['a text', 'password=secret'],
  ['nothing', undefined],
])('%s without a code is a failure of the server that tells nobody why', (_, error) => {
  const failure = failureOf(error);
  expect(failure).toMatchObject({ code: 'server.failed', status: 500 });
  expect(failure.message).not.toContain('secret');
});
