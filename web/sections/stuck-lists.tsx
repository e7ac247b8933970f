import type { ReactNode } from 'react';

import type { PagedTableProps } from '#web/ui/paged-table.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export interface StuckList {
  readonly title: string;
  readonly list: Pick<PagedTableProps<unknown>['list'], 'data' | 'error'>;
  readonly table: ReactNode;
}

/** Lists of matters that need help: those that are not empty, or `nothing` if all are. */
export function StuckLists({ lists, nothing }: { lists: readonly StuckList[]; nothing: ReactNode }) {
  if (lists.some(({ list }) => list.data === undefined && list.error === null))
    return <Spinner label="Loading what is stuck" />;
  const filled = lists.filter(({ list }) => !isEmpty(list));
  if (filled.length === 0) return nothing;
  return (
    <>
      {filled.map(({ title, table }) => (
        <Panel key={title} title={title}>
          {table}
        </Panel>
      ))}
    </>
  );
}

/** A list that could not be read is shown with its error. */
const isEmpty = ({ data, error }: StuckList['list']): boolean =>
  error === null && data?.pages.every(({ items }) => items.length === 0) === true;
