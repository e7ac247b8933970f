/** The result of a search in words. */
const thousands = new Intl.NumberFormat('en-US');

interface Count {
  readonly count: number;
  /** Whether there may be more than `count`. */
  readonly isCapped: boolean;
}

/** "1,000+" if counting stopped there to save time. */
export const countText = ({ count, isCapped }: Count): string =>
  `${thousands.format(count)}${isCapped ? '+' : ''}`;

/** "1 phone", "23 phones", "1,000+ phones". */
export const phonesText = (total: Count): string =>
  `${countText(total)} ${total.count === 1 && !total.isCapped ? 'phone' : 'phones'}`;
