import { expect, test } from 'vitest';

import { createTotpSecret, findTotpStep, totpUri } from './check-totp.ts';
import { totpCode } from '#testing/authenticator-app.ts';

/** RFC 6238, appendix B: the secret "12345678901234567890", the last six digits of each value. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238', (second, code) => {
  const at = new Date(second * 1000);
  expect(findTotpStep(rfcSecret, code, at)).toBe(Math.floor(second / 30));
  expect(totpCode(rfcSecret, at)).toBe(code);
});

test('a code is accepted from one time step before its own to one after', () => {
  const at = new Date(1_111_111_111_000);
  const late = (steps: number) => new Date(at.getTime() + steps * 30_000);
  for (const steps of [-1, 0, 1])
    expect(findTotpStep(rfcSecret, '050471', late(steps)), `${steps}`).toBe(37_037_037);
  for (const steps of [-2, 2]) expect(findTotpStep(rfcSecret, '050471', late(steps))).toBeUndefined();
});

test('a text that is no code belongs to no time step', () => {
  for (const code of ['', '05047', '0504711', '١٢٣٤٥٦', 'abcdef'])
    expect(findTotpStep(rfcSecret, code, new Date(1_111_111_111_000))).toBeUndefined();
});

test('a secret has 160 bits, in Base32', () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, 'mina+x@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toBe('/Ringback:mina+x@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'Ringback' });
});
