/** The id of what an answer of Stripe names, where it may be contained as a whole (`expand`) or by its id alone. */
export const idOf = (named: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id;
