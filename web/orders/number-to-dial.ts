/**
 * The number that a link dials, from a number as people write it. The zero in "+49 (0)151" is dialled within the
 * country only, never after its code.
 */
export function numberToDial(written: string): string {
  const plus = /^[^\d]*\+/.test(written) ? '+' : '';
  const isInternational = plus !== '' || digits(written).startsWith('00');
  return plus + digits(isInternational ? written.replace(/\(\s*0\s*\)/u, '') : written);
}

const digits = (text: string): string => text.replaceAll(/\D/g, '');
