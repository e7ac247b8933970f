/** The number of results of a search, in words. */
import { type Count, countText } from '#web/platform/count-text.ts';

/** "1 phone", "23 phones", "1,000+ phones". */
export const phonesText = (total: Count): string =>
  `${countText(total)} ${total.count === 1 && !total.isCapped ? 'phone' : 'phones'}`;
