/** An amount in its charge's currency, which may differ from the site's: `€420.50`. */
export const formatAmount = ({ amount, currency }: { amount: number; currency: string }): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
