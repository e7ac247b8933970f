import { getTodo } from '#contract/todo.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import { findTodo } from './service.ts';

export function todoRoutes(api: Api, { db }: { readonly db: Database }): void {
  api.on(getTodo, { handle: ({ person }) => findTodo(db, person) });
}
