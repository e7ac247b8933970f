/** Refuses passwords from a list of leaked ones, which every attacker tries. */
import { dictionary } from '@zxcvbn-ts/language-common';

import { NewPassword, weakPassword } from '#contract/auth.ts';
import { requestErrors } from '#contract/errors.ts';
import { failWith } from '#server/platform/failure.ts';
import * as z from 'zod/mini';

const fail = failWith(requestErrors);

/** About 49,000, in lower case; 10,957 of them satisfy the spec's rules with an uppercase letter. */
const leaked: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether a password is on the list, ignoring case and symbols at its end ("Password1!"). */
export const isLeaked = (password: string): boolean => {
  const lower = password.toLowerCase();
  return leaked.has(lower) || leaked.has(lower.replace(/[^\p{L}\p{N}]+$/u, ''));
};

/** {@link NewPassword} that is not on the list. Pages check only the rules: the list is too large for them. */
export const UnleakedPassword = NewPassword.check(
  z.refine((password) => !isLeaked(password), { error: weakPassword }),
);

/**
 * Refuses a new password that is on the list, as the contract's schema refuses a weak one.
 *
 * @throws Failure request.invalid
 */
export function requireUnleaked(password: string): void {
  if (isLeaked(password)) throw fail('request.invalid', { detail: weakPassword, paths: ['newPassword'] });
}
