import { getTodo } from '#contract/todo.ts';
import type { Api } from '#server/platform/http/http.ts';
import { findTodo, type TodoServices } from './service.ts';

export function todoRoutes(api: Api, services: TodoServices): void {
  api.on(getTodo, { handle: ({ person }) => findTodo(services, person) });
}
