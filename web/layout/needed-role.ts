/** Which role a page asked for, remembered in the navigation that its guard makes to /login. */
import type { Location } from 'react-router';
import * as z from 'zod/mini';

import { type Origin, rememberOrigin } from '#web/platform/origin.ts';

const Role = z.enum(['seller', 'admin']);
export type Role = z.infer<typeof Role>;

const NeededRole = z.object({ neededRole: Role });

/** The state of a guard's redirect to /login: where the person wanted to go, and as what. */
export const rememberRole = (location: Origin, neededRole: Role) => ({
  ...rememberOrigin(location),
  neededRole,
});

/** The role that the person who was sent to /login lacks; undefined if no guard sent them. */
export const neededRoleOf = ({ state }: Pick<Location, 'state'>): Role | undefined =>
  z.safeParse(NeededRole, state).data?.neededRole;
