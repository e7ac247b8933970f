import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { useSend } from '#web/platform/runtime.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

import { categoriesQuery } from './category-queries.ts';

/** Which maker's phone it is. */
export function CategoryField(select: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  const { data, error, refetch, isFetching } = useQuery(categoriesQuery(useSend()));
  return (
    <div className="grid content-start gap-2">
      {/* With its options it is another element: the form then shows again what it has chosen, as from a draft. */}
      <Select {...select} key={data === undefined ? 'loading' : 'loaded'} label="Category">
        <option value="">{data === undefined ? 'Loading the categories' : 'Choose a category'}</option>
        {data?.map(({ _id, category }) => (
          <option key={_id} value={_id}>
            {category}
          </option>
        ))}
      </Select>
      {error !== null && data === undefined && (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </div>
  );
}
