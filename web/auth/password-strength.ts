import { minPasswordLength, passwordRules } from '#contract/auth.ts';

/** How strong a new password is: 0 is refused, 3 is the best. */
export interface PasswordStrength {
  readonly level: 0 | 1 | 2 | 3;
  readonly words: string;
}

const goodLength = 10;
const strongLength = 14;

/**
 * Applies the spec's rules, then only counts length, which protects most among passwords that people can remember (NIST
 * SP 800-63B).
 */
export function judgePassword(password: string): PasswordStrength {
  const missing = Object.entries(passwordRules).flatMap(([name, rule]) =>
    rule.test(password) ? [] : [name],
  );
  const isShort = password.length < minPasswordLength;
  const lacking = [...(isShort ? [`at least ${minPasswordLength} characters`] : []), ...missing];
  if (lacking.length > 0) return { level: 0, words: `Still needs ${joined(lacking)}` };
  if (password.length < goodLength) return { level: 1, words: 'Weak: longer is safer' };
  if (password.length < strongLength) return { level: 2, words: 'Good' };
  return { level: 3, words: 'Strong' };
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
