import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { personFilters, type PersonFilter, personOrders, type PersonOrder } from '#contract/people.ts';

/** What of the people is shown, in which order, and from where on: the address has all of it. */
export interface PeopleView {
  readonly search: string;
  readonly show: PersonFilter | undefined;
  readonly sort: PersonOrder;
  /** The cursor of the page; the first one has none. */
  readonly after: string | undefined;
}

/** The view that the address names. What it names wrongly counts as left out. */
export function usePeopleView(): PeopleView {
  const [params] = useSearchParams();
  return useMemo(() => readView(params), [params]);
}

export const readView = (params: URLSearchParams): PeopleView => ({
  search: params.get('search')?.trim() ?? '',
  show: personFilters.find((name) => name === params.get('show')),
  sort: personOrders.find((name) => name === params.get('sort')) ?? 'newest',
  after: /^[0-9a-f]{32}$/.exec(params.get('after') ?? '')?.[0],
});

/** The address of a view, without what goes without saying. */
export function writeView({ search, show, sort, after }: PeopleView): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (show !== undefined) params.set('show', show);
  if (sort !== 'newest') params.set('sort', sort);
  if (after !== undefined) params.set('after', after);
  return params.size === 0 ? '' : `?${params.toString()}`;
}
