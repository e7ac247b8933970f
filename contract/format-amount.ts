/** The card processor's currencies without decimals, and those with three; all others have two. */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));

/** Converts an amount as the card processor writes it, in the smallest unit of its currency, into a decimal number. */
export function fromSmallestUnit(amount: number, currency: string): number {
  if (withoutDecimals.has(currency)) return amount;
  return amount / (withThreeDecimals.has(currency) ? 1000 : 100);
}

/** An amount in its charge's currency, which may differ from the site's: `€420.50`. */
export const formatAmount = ({ amount, currency }: { amount: number; currency: string }): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
