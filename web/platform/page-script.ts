/** The script of data in which what the server read for a page reaches the browser. Nothing runs in it. */
import type { QueryKey } from '@tanstack/react-query';

export interface LoadedQuery {
  readonly key: QueryKey;
  readonly data: unknown;
  readonly updatedAt: number;
}

const scriptId = 'page-data';

/** The script, as HTML. */
export const writeLoaded = (queries: readonly LoadedQuery[]): string =>
  // Nothing in a text may end the script that it stands in.
  `<script type="application/json" id="${scriptId}">${JSON.stringify(queries).replaceAll('<', String.raw`\u003c`)}</script>`;

/** What the script of this document says; nothing where there is none. */
export function readLoaded(): readonly LoadedQuery[] {
  const text = document.getElementById(scriptId)?.textContent ?? '[]';
  // Our own server wrote it.
  return (JSON.parse(text) as LoadedQuery[]).map(withFirstPage);
}

/** The first page of a list has no cursor, which JSON calls null in an array. */
function withFirstPage(query: LoadedQuery): LoadedQuery {
  if (!isPaged(query.data)) return query;
  const { data } = query;
  return { ...query, data: { ...data, pageParams: data.pageParams.map((cursor) => cursor ?? undefined) } };
}

const isPaged = (data: unknown): data is { readonly pageParams: readonly unknown[] } =>
  typeof data === 'object' && data !== null && 'pageParams' in data && Array.isArray(data.pageParams);
