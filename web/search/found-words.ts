/** How a search speaks of what it found. */
const thousands = new Intl.NumberFormat('en-US');

interface Count {
  readonly count: number;
  /** There are at least so many. */
  readonly isCapped: boolean;
}

/** "1,000+" where counting on would have cost too much. */
export const countText = ({ count, isCapped }: Count): string =>
  `${thousands.format(count)}${isCapped ? '+' : ''}`;

/** "1 phone", "23 phones", "1,000+ phones". */
export const phonesText = (total: Count): string =>
  `${countText(total)} ${total.count === 1 && !total.isCapped ? 'phone' : 'phones'}`;
