/** Bank details as sellers type them: an IBAN, or an account number with its bank's code. */
import * as z from 'zod/mini';

const maxHolderLength = 70;

const compact = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** How long an IBAN is, by country: the registry's table (ISO 13616). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `
  AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
  DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23
  IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31
  MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24
  SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
  `
    .trim()
    .split(/\s+/)
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
);

/** Whether a text is an IBAN: it has its country's length and correct check digits (ISO 7064, 97-10). */
function isIban(text: string): boolean {
  const iban = compact(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length !== ibanLengths.get(iban.slice(0, 2)))
    return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const looksLikeIban = (text: string): boolean => /^[A-Z]{2}\d{2}/.test(compact(text));

export const BankDetails = z
  .object({
    holder: z
      .string('Whose account is it?')
      .check(
        z.trim(),
        z.minLength(2, 'Whose account is it?'),
        z.maxLength(maxHolderLength, `At most ${maxHolderLength} characters`),
        z.regex(
          /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’&/()-]*$/u,
          "Only letters, digits and . , ' & / ( ) -",
        ),
      ),
    /** An IBAN, or an account number. */
    account: z.pipe(
      z.string('Please enter the IBAN or the account number'),
      z.pipe(
        z.transform(compact),
        z.string().check(
          z.minLength(1, 'Please enter the IBAN or the account number'),
          z.regex(/^[A-Z0-9]{4,34}$/, 'An IBAN or an account number has 4 to 34 letters and digits'),
          z.refine((text) => !looksLikeIban(text) || isIban(text), {
            error: 'This IBAN is not right: please compare it with your bank’s papers',
          }),
        ),
      ),
    ),
    /** The bank's routing number, sort code or BIC. Not for an IBAN, which contains it. */
    bankCode: z.optional(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform(compact),
          z.string().check(z.regex(/^([A-Z0-9]{3,11})?$/, 'A bank code has 3 to 11 letters and digits')),
        ),
      ),
    ),
  })
  .check(
    z.refine(({ account, bankCode = '' }) => account === '' || looksLikeIban(account) || bankCode !== '', {
      error: 'An account number needs its bank’s code',
      path: ['bankCode'],
    }),
  );
export type BankDetails = z.infer<typeof BankDetails>;
