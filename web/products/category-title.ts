/** What a category's page is called; without a name where it is not known yet. */
export const categoryTitle = (name: string | undefined): string =>
  name === undefined ? 'Available Device' : `${name}: Available Device`;
