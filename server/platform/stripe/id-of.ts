/** The id of an object in a reply of Stripe, which contains it as a whole (`expand`) or only its id. */
export const idOf = (named: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id;
