const thousands = new Intl.NumberFormat('en-US');

export interface Count {
  readonly count: number;
  /** Whether there may be more than `count`. */
  readonly isCapped: boolean;
}

/** "1,000+" if counting stopped there to save time. */
export const countText = ({ count, isCapped }: Count): string =>
  `${thousands.format(count)}${isCapped ? '+' : ''}`;
