/** An amount in the currency of its charge, which need not be the site's: `€420.50`. */
export const formatAmount = ({ amount, currency }: { amount: number; currency: string }): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
