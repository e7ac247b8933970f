import type { User } from '#contract/users.ts';

/** Whether this is an admin, also one who must set up a second factor before they can act as one. */
export const isStaff = (user: User | undefined): boolean => user?.role === 'admin' && !user.isSuspended;
