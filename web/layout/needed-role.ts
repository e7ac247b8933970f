/** The role that a page requires, stored in the state of its guard's redirect to /login. */
import type { Location } from 'react-router';
import * as z from 'zod/mini';

import { type Origin, rememberOrigin } from '#web/platform/origin.ts';

const Role = z.enum(['seller', 'admin']);
export type Role = z.infer<typeof Role>;

const NeededRole = z.object({ neededRole: Role });

/** The state of a guard's redirect to /login: which page the person wanted, and the role that it requires. */
export const rememberRole = (location: Origin, neededRole: Role) => ({
  ...rememberOrigin(location),
  neededRole,
});

/** The role that the person lacks who was sent to /login; undefined if no guard sent them. */
export const neededRoleOf = ({ state }: Pick<Location, 'state'>): Role | undefined =>
  z.safeParse(NeededRole, state).data?.neededRole;
