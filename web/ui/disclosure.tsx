import type { ReactNode } from 'react';

import { ChevronDownIcon } from './icons.tsx';

/** A question that shows its answer by click, Enter or Space. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>
        <h2>{summary}</h2>
        <ChevronDownIcon className="size-5 text-quiet" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
