// Rules for card numbers, expiry dates and security codes: pure functions, tested separately.

/** @typedef {{ code: string, message: string }} Problem */

const brands = [
  { brand: 'amex', pattern: /^3[47]/, lengths: [15], gaps: [4, 10], cvc: 4 },
  { brand: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { brand: 'discover', pattern: /^(6011|65|64[4-9])/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { brand: 'visa', pattern: /^4/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
];
const unknownBrand = { brand: 'unknown', lengths: [16, 17, 18, 19], gaps: [4, 8, 12, 16], cvc: 3 };

const problems = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration date is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  incomplete_cvc: "Your card's security code is incomplete.",
};

/** @param {string} text */
export function digitsOf(text) {
  return text.replaceAll(/\D/g, '');
}

/** @param {string} number */
export function brandOf(number) {
  const digits = digitsOf(number);
  return brands.find((known) => known.pattern.test(digits)) ?? unknownBrand;
}

/** `4242 4242 4242 4242`, or `3782 822463 10005` for American Express. @param {string} text */
export function formatNumber(text) {
  const { gaps, lengths } = brandOf(text);
  const digits = digitsOf(text).slice(0, Math.max(...lengths));
  return Array.from(digits, (digit, place) => (gaps.includes(place) ? ` ${digit}` : digit)).join('');
}

/**
 * `12 / 30`, from what a person types or a browser fills in (`1230`, `12/30`, `12/2030`, `4`).
 * @param {string} text
 * @param {boolean} isDeleting whether the person is deleting: the separator is then not added again
 */
export function formatExpiry(text, isDeleting) {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*\d{2}(\d{2})\s*$/.exec(text) ?? [];
  let digits = year === '' ? digitsOf(text) : month.padStart(2, '0') + year;
  if (/^\s*\d\s*\//.test(text) || /^[2-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  if (digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  return digits.length === 2 && !isDeleting ? `${digits} / ` : digits;
}

/** @param {string} text @param {string} number the card's number, which decides how many digits */
export function formatCvc(text, number) {
  return digitsOf(text).slice(0, brandOf(number).cvc);
}

/** @param {string} text @returns {Problem | undefined} */
export function checkNumber(text) {
  const digits = digitsOf(text);
  const { lengths } = brandOf(digits);
  if (digits.length < Math.min(...lengths)) return problem('incomplete_number');
  return isLuhnValid(digits) ? undefined : problem('invalid_number');
}

/** @param {string} text @param {Date} today @returns {Problem | undefined} */
export function checkExpiry(text, today) {
  const digits = digitsOf(text);
  if (digits.length < 4) return problem('incomplete_expiry');
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  const thisYear = today.getFullYear();
  if (month < 1 || month > 12) return problem('invalid_expiry_month');
  if (year < thisYear) return problem('invalid_expiry_year_past');
  if (year > thisYear + 50) return problem('invalid_expiry_year');
  if (year === thisYear && month < today.getMonth() + 1) return problem('invalid_expiry_month_past');
  return undefined;
}

/** @param {string} text @param {string} number @returns {Problem | undefined} */
export function checkCvc(text, number) {
  return digitsOf(text).length < brandOf(number).cvc ? problem('incomplete_cvc') : undefined;
}

/** @param {keyof typeof problems} code @returns {Problem} */
function problem(code) {
  return { code, message: problems[code] };
}

/** @param {string} digits */
function isLuhnValid(digits) {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
