import { getTodo } from '#contract/todo.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';
import { findTodo } from './service.ts';

interface TodoDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export function todoRoutes(api: Api, { db, clock }: TodoDependencies): void {
  api.on(getTodo, { handle: ({ person }) => findTodo(db, person, clock.now()) });
}
