import type { SiteConfig } from '#contract/site.ts';

/** Who runs the marketplace, from the settings; in demo, where nothing is set, words that say that nobody does. */
export const readOperator = (read: (name: string) => string | undefined): SiteConfig['operator'] => ({
  name: read('OPERATOR_NAME') ?? 'Nobody: this is a demonstration',
  address: read('OPERATOR_ADDRESS') ?? 'No postal address: nothing is sold here',
  email: read('OPERATOR_EMAIL') ?? 'help@example.com',
});
