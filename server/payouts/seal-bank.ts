/** Bank details, encrypted until they are exported: the database alone reveals no account number. */
import { BankDetails } from '#contract/payouts-bank.ts';
import { createSeal } from '#server/platform/seal.ts';

export interface BankSeal {
  /** The encrypted details, and the characters of the number that pages show. */
  close(sellerId: string, details: BankDetails): { readonly sealed: string; readonly ending: string };
  /** The details; null if they were encrypted with another secret. */
  open(sellerId: string, sealed: string): BankDetails | null;
}

/** How many characters of a number pages show. */
const shownCharacters = 4;

/** @param secret the installation's secret: if it is changed, sellers have to enter their details again */
export function createBankSeal(secret: string): BankSeal {
  const { seal, open } = createSeal(secret, 'bank details');
  return {
    close: (sellerId, details) => ({
      sealed: seal(sellerId, JSON.stringify(details)),
      ending: details.account.slice(-shownCharacters),
    }),
    open: (sellerId, sealed) => {
      const text = open(sellerId, sealed);
      return text === null ? null : BankDetails.parse(JSON.parse(text));
    },
  };
}
