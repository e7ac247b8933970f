import type { ReactNode } from 'react';

/** A cell of a table with a quiet second line, such as a person's name above their e-mail address. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="flex min-w-0 flex-col wrap-anywhere">
    {first}
    <span className="text-small font-normal text-quiet">{second}</span>
  </span>
);
