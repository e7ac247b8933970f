import { type UserType, listUsers } from '#contract/users.ts';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** Buyers or sellers, newest first. */
export const usersQuery = (send: Send, userType: UserType) =>
  pagedQuery(queryKeys.users.list(userType), (cursor, signal) =>
    callPage(send, listUsers, { query: { userType, cursor }, signal }),
  );
